import { csvRow } from '#lib/sheet/csv';
import { type FactItem, resultLabels } from './turnaround-facts.ts';

const header = [
  ...['Issuer', 'Registry ID', 'Number', 'Received', 'Clock starts', 'Due', 'Completed', 'Rejected'],
  ...['Business days', 'Three-day rule', 'Routine', 'Counted', 'Status'],
];

/**
 * The items received in a month (yyyy-mm) as CSV, ordered by issuer and registry ID. The same items give the same bytes,
 * so that the digest on a certificate can be held against the file.
 */
export function monthListCsv(month: string, items: readonly FactItem[]): string {
  const rows = items
    .filter(({ received }) => received.startsWith(month))
    .toSorted((a, b) => a.issuer - b.issuer || Number(a.key) - Number(b.key))
    .map((item) => [
      ...[item.issuer, item.key, item.number, item.received, item.countedFrom, item.due, item.completed],
      ...[item.rejected, item.days, resultLabels[item.result], item.routine ? 'Yes' : 'No'],
      ...[item.counted ? 'Yes' : 'No', item.status],
    ]);
  return `\ufeff${[header, ...rows].map(csvRow).join('')}`;
}
