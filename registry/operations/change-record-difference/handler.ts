import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { changeDifference } from '#registry/ledger/record-differences';
import type { Context } from '../parts/context.ts';
import { differenceFacts } from '../parts/request/difference-facts.ts';
import { openDifference } from '../parts/request/open-difference.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';
import { changedFacts } from './changed-facts.ts';

const fields = { differenceId: 'recordDifferenceId', issuerId: 'customerIssuerId' };

/** Changes what is recorded about an open difference; before and after are kept among its steps. */
export async function changeRecordDifference(
  ctx: Context,
  input: RequestFor<'ChangeRecordDifference'>,
): Promise<ExactResponseFor<'ChangeRecordDifference'>> {
  const { recordDifferenceId, version, reason, actor } = input;
  const today = ctx.clock.today();
  return writing(ctx, 'ChangeRecordDifference', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const differenceId = BigInt(recordDifferenceId);
    // Locked, so that of two changes the second sees the first.
    const found = await openDifference(tx, issuer.id, differenceId);
    if (found.version !== version) throw badField('version', `must be the current version, ${found.version}`);
    const facts = await differenceFacts(tx, issuer.id, input, { openedOn: found.opened_on, today });
    const changes = changedFacts(found, facts, input.customerShareholderId);
    if (changes.length === 0) throw badField('reason', 'must be about a change; nothing differs');
    await changeDifference(tx, {
      issuerId: issuer.id,
      differenceId,
      openedOn: found.opened_on,
      ...facts,
      step: {
        takenOn: today,
        note: `Changed ${changes.join('; ')}. ${reason}`,
        recordedBy: actor.email,
      },
    });
    return { recordDifferenceId: differenceId, version: version + 1 };
  });
}
