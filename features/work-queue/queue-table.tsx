'use client';

import { itemColumns } from '#components/register/item-columns';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { EmptyState } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Age, QueueRow } from './queue.ts';

const ageWords: Record<Age, { word: string; tone: Tone }> = {
  late: { word: 'Past the clock', tone: 'danger' },
  today: { word: 'Due today', tone: 'warning' },
  within: { word: 'In time', tone: 'neutral' },
  undated: { word: 'No day of receipt', tone: 'warning' },
};

const queueColumns: readonly Column<QueueRow>[] = [
  columns.shares('days', 'Waits', (row) => row.days, {
    widthPx: 76,
    help: 'Business days since it was received; the day received is day 0.',
  }),
  columns.text('age', 'Clock', (row) => ageWords[row.age].word, {
    widthPx: 140,
    whole: true,
    cell: (row) => <Badge tone={ageWords[row.age].tone}>{ageWords[row.age].word}</Badge>,
  }),
  itemColumns.received,
  columns.date('due', 'Due', (row) => row.due, { help: 'The third business day after receipt.' }),
  itemColumns.number,
  itemColumns.issuer,
  itemColumns.type,
  itemColumns.from,
  itemColumns.to,
  columns.date('effective', 'Effective', (row) => row.effective, {
    help: 'The day the change is to count from; often empty while it waits.',
  }),
  columns.text('issuerId', 'Issuer id', (row) => `${row.issuer}`, { widthPx: 88, hidden: true }),
  itemColumns.key,
];

const oldestFirst = { sort: [{ id: 'received', desc: false }] };

type Props = { rows: readonly QueueRow[]; all: number; settled: boolean; today: string; age: Age | null };

export function QueueTable({ rows, all, settled, today, age }: Props) {
  return (
    <DataTable
      id="ops-queue"
      label="Pending transactions across issuers"
      columns={queueColumns}
      rows={rows}
      rowId={(row) => `${row.issuer}/${row.key}`}
      noun={['transaction', 'transactions']}
      initial={oldestFirst}
      selectable
      fileName={`queue_${today}`}
      about={[
        ['Pending transactions of', settled ? 'all issuers' : 'the issuers read so far'],
        ['Current', today],
        ...(age ? [['Clock', ageWords[age].word] as const] : []),
      ]}
      empty={
        <EmptyState title={all > 0 ? 'Nothing of this age' : settled ? 'Nothing waits' : 'Nothing so far'}>
          {all > 0
            ? `${formatShares(all)} wait with another age. Choose it above.`
            : settled
              ? 'No issuer has a pending transaction.'
              : 'The other issuers are still being read.'}
        </EmptyState>
      }
    />
  );
}
