import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { addDifferenceStep } from '#registry/ledger/record-differences';
import type { Context } from '../parts/context.ts';
import { openDifference } from '../parts/request/open-difference.ts';
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
    const found = await openDifference(tx, issuer.id, differenceId);
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
