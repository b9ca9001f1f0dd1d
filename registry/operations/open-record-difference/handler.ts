import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { recordDifference } from '#registry/ledger/record-differences';
import type { Context } from '../parts/context.ts';
import { differenceFacts } from '../parts/request/difference-facts.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

const fields = { classId: 'securityTypeId', issuerId: 'customerIssuerId' };

/** Opens a record difference in the name of the actor. */
export async function openRecordDifference(
  ctx: Context,
  input: RequestFor<'OpenRecordDifference'>,
): Promise<ExactResponseFor<'OpenRecordDifference'>> {
  const { openedOn, shares, actor } = input;
  const today = ctx.clock.today();
  if (openedOn > today) throw badField('openedOn', `must not be later than today, ${today}`);
  return writing(ctx, 'OpenRecordDifference', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const recordDifferenceId = await recordDifference(tx, {
      issuerId: issuer.id,
      classId: BigInt(input.securityTypeId),
      openedOn,
      shares,
      openedBy: actor.email,
      ...(await differenceFacts(tx, issuer.id, input, { openedOn, today })),
    });
    return { recordDifferenceId, version: 0 };
  });
}
