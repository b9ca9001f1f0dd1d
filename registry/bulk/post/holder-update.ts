import { lockHolders, storedRegistration } from '#registry/ledger/core/known-holders';
import { createOrUpdateHolder } from '#registry/ledger/holders/change-holder';
import { bulkClient } from '#registry/ledger/idempotency';
import { BulkRefusal } from './refusal.ts';
import { changedRegistration } from './registration.ts';
import type { RowContext, RowResult } from './row-context.ts';

/** Changes a registration by the rules of the single operation. */
export async function postHolderUpdate({ tx, now, by, rows }: RowContext): Promise<RowResult> {
  const [row = {}] = rows;
  const account = row.account ?? '';
  const known = (await lockHolders(tx, [account], 'change')).get(account);
  if (!known) throw new BulkRefusal('Account', `Account ${account} is not known.`);
  const { registration } = await storedRegistration(tx, known.id);
  const input = changedRegistration(row, registration, by);
  for (const [place, name] of [
    [input.primary, ''],
    [input.mailing, 'Mailing '],
  ] as const)
    if (place && (!place.address1 || !place.city || !place.country2Code))
      throw new BulkRefusal(
        `${name}${name ? 'address 1' : 'Address 1'}`,
        `The address of account ${account} is not whole.`,
      );
  await createOrUpdateHolder(tx, input, { clientId: bulkClient, at: now.toISOString() }, () => {});
  return { state: 'Posted', transaction: null, sentence: '' };
}
