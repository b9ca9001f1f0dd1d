// Sums up the transactions of a period, such as those since the user's last visit.

import type { JournalEntry } from '#lib/register/transactions/journal';
import { countsByType } from '#lib/register/transactions/transaction-text';

/** Number of entries, of accounts named by their certificates, and of each type: '3 transfers and 1 new issuance'. */
export function changesSince(entries: readonly JournalEntry[]) {
  const accounts = new Set(
    entries.flatMap(({ canceled, issued }) =>
      [...canceled, ...issued].filter(({ treasury }) => !treasury).map(({ holder }) => holder),
    ),
  );
  return { transactions: entries.length, accounts: accounts.size, types: countsByType(entries) };
}
