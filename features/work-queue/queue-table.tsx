'use client';

import { itemColumns } from '#components/register/item-columns';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { EmptyState } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Age, QueueRow } from './queue.ts';

const ageLabels: Record<Age, { label: string; tone: Tone }> = {
  late: { label: 'Overdue', tone: 'danger' },
  today: { label: 'Due today', tone: 'warning' },
  within: { label: 'Not yet due', tone: 'neutral' },
  undated: { label: 'No received date', tone: 'warning' },
  exempt: { label: 'No due date', tone: 'neutral' },
};

const queueColumns: readonly Column<QueueRow>[] = [
  columns.shares('days', 'Age (business days)', (row) => row.days, {
    widthPx: 156,
    help: 'Business days since receipt. The day of receipt is day 0.',
  }),
  columns.text('age', 'Due status', (row) => ageLabels[row.age].label, {
    widthPx: 140,
    whole: true,
    cell: (row) => <Badge tone={ageLabels[row.age].tone}>{ageLabels[row.age].label}</Badge>,
  }),
  itemColumns.received,
  columns.date('due', 'Due', (row) => row.due, {
    help: 'The third business day after receipt. A new issuance has no due date.',
  }),
  itemColumns.number,
  itemColumns.issuer,
  itemColumns.type,
  itemColumns.from,
  itemColumns.to,
  columns.date('effective', 'Effective', (row) => row.effective, {
    help: 'Date the change takes effect. Often empty while pending.',
  }),
  columns.text('issuerId', 'Issuer ID', (row) => `${row.issuer}`, { widthPx: 88, hidden: true }),
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
        ['Pending transactions of', settled ? 'all issuers' : 'issuers loaded so far'],
        ['Current', today],
        ...(age ? [['Due status', ageLabels[age].label] as const] : []),
      ]}
      empty={
        <EmptyState
          title={all > 0 ? 'No matching items' : settled ? 'No pending items' : 'No pending items so far'}
        >
          {all > 0
            ? `${formatShares(all)} pending items have another due status. Select another filter.`
            : settled
              ? 'No issuer has pending transactions.'
              : 'Other issuers are still loading.'}
        </EmptyState>
      }
    />
  );
}
