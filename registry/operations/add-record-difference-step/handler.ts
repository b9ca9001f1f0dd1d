import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, notFound } from '#registry/http/http-error';
import { addDifferenceStep } from '#registry/ledger/core/notes';
import { differenceForChange } from '#registry/queries/facts/record-differences';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

const fields = { differenceId: 'recordDifferenceId', issuerId: 'customerIssuerId' };

/** Adds a step taken on an open record difference in the name of the actor. */
export async function addRecordDifferenceStep(
  ctx: Context,
  input: RequestFor<'AddRecordDifferenceStep'>,
): Promise<ExactResponseFor<'AddRecordDifferenceStep'>> {
  const { recordDifferenceId, takenOn, note, actor } = input;
  const today = ctx.clock.today();
  if (takenOn > today) throw badField('takenOn', `must not be later than today, ${today}`);
  return writing(ctx, 'AddRecordDifferenceStep', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const differenceId = BigInt(recordDifferenceId);
    // Locked, so that two steps at the same moment get two numbers.
    const found = await differenceForChange(tx, issuer.id, differenceId);
    if (!found) throw notFound('The record difference');
    if (found.resolved_on !== null)
      throw badField('recordDifferenceId', `was already resolved on ${found.resolved_on}`);
    if (takenOn < found.opened_on)
      throw badField('takenOn', `must not be before the day it was opened, ${found.opened_on}`);
    const number = await addDifferenceStep(tx, {
      issuerId: issuer.id,
      differenceId,
      takenOn,
      note,
      recordedBy: actor.email,
    });
    return { recordDifferenceId: differenceId, number };
  });
}
