// Sums up the transactions since the user's last visit.

import type { JournalEntry } from '#lib/register/transactions/journal';

/** Number of entries, number of accounts named by their certificates, and types: '3 Transfer, 1 Issue'. */
export function changesSince(entries: readonly JournalEntry[]) {
  const accounts = new Set(
    entries.flatMap(({ canceled, issued }) =>
      [...canceled, ...issued].filter(({ treasury }) => !treasury).map(({ holder }) => holder),
    ),
  );
  const counts = new Map<string, number>();
  for (const { type } of entries) counts.set(type || 'Other', (counts.get(type || 'Other') ?? 0) + 1);
  const types = [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
  return { transactions: entries.length, accounts: accounts.size, types };
}
