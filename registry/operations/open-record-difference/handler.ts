import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { recordDifference } from '#registry/ledger/core/notes';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

const fields = { classId: 'securityTypeId', issuerId: 'customerIssuerId' };

/** Opens a record difference in the name of the actor. */
export async function openRecordDifference(
  ctx: Context,
  input: RequestFor<'OpenRecordDifference'>,
): Promise<ExactResponseFor<'OpenRecordDifference'>> {
  const { openedOn, existedSince, shares, cause, isByPriorAgent, note, actor } = input;
  const today = ctx.clock.today();
  if (openedOn > today) throw badField('openedOn', `must not be later than today, ${today}`);
  if (existedSince && existedSince > openedOn)
    throw badField('existedSince', `must not be after the day it was opened, ${openedOn}`);
  return writing(ctx, 'OpenRecordDifference', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const recordDifferenceId = await recordDifference(tx, {
      issuerId: issuer.id,
      classId: BigInt(input.securityTypeId),
      openedOn,
      shares,
      cause,
      byPriorAgent: isByPriorAgent,
      note: note ?? '',
      openedBy: actor.email,
      ...(existedSince ? { existedSince } : {}),
      basis: input.basis,
      causeKind: input.causeKind ?? '',
      isOverIssuance: input.isOverIssuance,
    });
    return { recordDifferenceId, version: 0 };
  });
}
