// Table of the items of a month, where turnaround is derived from lists of transactions.

'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { FilterChips } from '#components/register/filter-chips';
import { itemColumns } from '#components/register/item-columns';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { putParam } from '#components/ui/browser/address-params';
import { EmptyState } from '#components/ui/states';
import { formatMonth } from '#lib/format/dates';
import type { Tone } from '#lib/format/tone';
import { transactionStatusTones } from '#lib/register/transactions/status';
import { type Item, type Outcome, outcomeLabels } from './turnaround.ts';

const tones: Readonly<Record<Outcome, Tone>> = {
  within: 'positive',
  late: 'danger',
  rejected: 'neutral',
  open: 'warning',
  withdrawn: 'neutral',
  unknown: 'warning',
};

const outcomes: readonly Outcome[] = ['late', 'within', 'rejected', 'open', 'withdrawn', 'unknown'];

const monthColumns: readonly Column<Item>[] = [
  itemColumns.received,
  columns.date('completed', 'Completed', (row) => row.completed, { help: 'Date the agent completed it.' }),
  columns.shares('days', 'Days', (row) => row.days, {
    widthPx: 72,
    help: 'Business days from receipt to completion, or to today while pending.',
  }),
  columns.text('outcome', 'Three-day rule', (row) => outcomeLabels[row.outcome], {
    widthPx: 168,
    cell: (row) => <Badge tone={tones[row.outcome]}>{outcomeLabels[row.outcome]}</Badge>,
  }),
  columns.badge('status', 'Status', (row) => row.status, transactionStatusTones, { widthPx: 104 }),
  itemColumns.number,
  itemColumns.issuer,
  { ...itemColumns.type, hidden: true },
  itemColumns.from,
  itemColumns.to,
  itemColumns.key,
];

const slowestFirst = { sort: [{ id: 'days', desc: true }] };

/** Every item behind the figures of a month. */
export function MonthItems({
  month,
  items,
  settled,
}: {
  month: string;
  items: readonly Item[];
  settled: boolean;
}) {
  const given = useSearchParams().get('outcome');
  const outcome = outcomes.find((one) => one === given) ?? null;
  const own = useMemo(() => items.filter((item) => item.received.startsWith(month)), [items, month]);
  const rows = useMemo(
    () => (outcome ? own.filter((item) => item.outcome === outcome) : own),
    [own, outcome],
  );
  return (
    <>
      <div className="mb-3">
        <FilterChips
          label="Three-day rule"
          current={outcome}
          onChoose={(value) => putParam('outcome', value)}
          chips={[
            { value: null, label: 'All received', count: own.length },
            ...outcomes.map((one) => ({
              value: one,
              label: outcomeLabels[one],
              count: own.filter((item) => item.outcome === one).length,
              hideEmpty: true,
            })),
          ]}
        />
      </div>
      <DataTable
        id="ops-turnaround"
        label={`Transfers received in ${formatMonth(month)}`}
        columns={monthColumns}
        rows={rows}
        rowId={(row) => `${row.issuer}/${row.key}`}
        noun={['item', 'items']}
        initial={slowestFirst}
        fileName={`turnaround_${month}`}
        about={[
          ['Transfers received in', formatMonth(month)],
          ['Issuers', settled ? 'All issuers' : 'Issuers loaded so far'],
          ['Source', 'Status lists, which do not report routine items'],
          ...(outcome ? [['Three-day rule', outcomeLabels[outcome]] as const] : []),
        ]}
        empty={
          <EmptyState title="No matching items">
            {own.length > 0
              ? 'No items of this month have this outcome. Select another filter.'
              : settled
                ? 'No transfers were received in this month.'
                : 'Other issuers are still loading.'}
          </EmptyState>
        }
      />
    </>
  );
}
