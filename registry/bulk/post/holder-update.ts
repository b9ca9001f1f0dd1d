import { lockHolders, storedRegistration } from '#registry/ledger/core/known-holders';
import { createOrUpdateHolder } from '#registry/ledger/holders/change-holder';
import { bulkClient } from '#registry/ledger/idempotency';
import type { Carried, Carrying } from './carry.ts';
import { BulkRefusal } from './refusal.ts';
import { changedRegistration } from './registration.ts';

/** Changes a registration by the rules of the single operation. */
export async function carryHolderUpdate({ tx, now, by, rows }: Carrying): Promise<Carried> {
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
