// Table of the items of a month, where the registry gives the turnaround of each.

'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { FilterChips } from '#components/register/filter-chips';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { putParam } from '#components/ui/browser/address-params';
import { EmptyState } from '#components/ui/states';
import { formatMonth } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import { transactionStatusTones } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { type FactItem, type Result, resultLabels } from './turnaround-facts.ts';

const tones: Readonly<Record<Result, Tone>> = {
  within: 'positive',
  late: 'danger',
  open: 'warning',
  withdrawn: 'neutral',
};

const results: readonly Result[] = ['late', 'within', 'open', 'withdrawn'];

const factColumns: readonly Column<FactItem>[] = [
  columns.date('received', 'Received', (row) => row.received, {
    widthPx: 112,
    total: (rows) => `${formatShares(rows.length)} in total`,
  }),
  columns.date('from-day', 'Clock starts', (row) => row.countedFrom, {
    help: 'The day that counts as day 0.',
  }),
  columns.date('due', 'Due', (row) => row.due, { help: 'The third business day after receipt.' }),
  columns.date('completed', 'Completed', (row) => row.completed),
  columns.date('rejected', 'Rejected', (row) => row.rejected),
  columns.shares('days', 'Taken', (row) => row.days, {
    widthPx: 76,
    help: 'Business days from receipt to completion or rejection, or to today while pending.',
  }),
  columns.text('outcome', 'Three-day rule', (row) => resultLabels[row.result], {
    widthPx: 168,
    cell: (row) => <Badge tone={tones[row.result]}>{resultLabels[row.result]}</Badge>,
  }),
  columns.text('routine', 'Routine', (row) => (row.routine ? 'Yes' : 'No'), { widthPx: 84, whole: true }),
  columns.text('counted', 'Counted', (row) => (row.counted ? 'Yes' : 'No'), {
    widthPx: 88,
    whole: true,
    help: 'Whether the percentage of the month counts it: routine transfers that are done or overdue.',
  }),
  columns.badge('status', 'Status', (row) => row.status, transactionStatusTones, { widthPx: 104 }),
  columns.link(
    'number',
    'Number',
    (row) => row.number,
    (row) => (row.transaction === null ? null : routes.transaction(row.issuer, row.transaction)),
    { widthPx: 108 },
  ),
  columns.link(
    'issuer',
    'Issuer',
    (row) => row.issuerName,
    (row) => routes.issuer(row.issuer),
    { widthPx: 220 },
  ),
  columns.text('type', 'Type', (row) => row.type, { widthPx: 112 }),
  columns.text('purpose', 'Purpose', (row) => row.purpose, { widthPx: 150 }),
  columns.text('from', 'From', (row) => row.from, { widthPx: 200, cell: (row) => row.from || '–' }),
  columns.text('to', 'To', (row) => row.to, { widthPx: 200, cell: (row) => row.to || '–' }),
  columns.text('key', 'Registry ID', (row) => row.key, { widthPx: 112, hidden: true }),
];

const slowestFirst = { sort: [{ id: 'days', desc: true }] };

const routineTests: Readonly<Record<string, (item: FactItem) => boolean>> = {
  yes: (item) => item.routine,
  no: (item) => !item.routine,
};

type Props = { month: string; items: readonly FactItem[]; settled: boolean };

/** Every item behind the figures of a month, with its clock. */
export function FactItems({ month, items, settled }: Props) {
  const params = useSearchParams();
  const result = results.find((one) => one === params.get('outcome')) ?? null;
  const routine = params.get('routine');
  const isChosen = routine === null ? undefined : routineTests[routine];
  const own = useMemo(() => items.filter((item) => item.received.startsWith(month)), [items, month]);
  const ofKind = useMemo(() => (isChosen ? own.filter(isChosen) : own), [own, isChosen]);
  const rows = useMemo(
    () => (result ? ofKind.filter((item) => item.result === result) : ofKind),
    [ofKind, result],
  );
  const many = (test: (item: FactItem) => boolean) => own.filter(test).length;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-5 gap-y-2">
        <FilterChips
          label="Three-day rule"
          current={result}
          onChoose={(value) => putParam('outcome', value)}
          chips={[
            { value: null, label: 'All received', count: ofKind.length },
            ...results.map((one) => ({
              value: one,
              label: resultLabels[one],
              count: ofKind.filter((item) => item.result === one).length,
              hideEmpty: true,
            })),
          ]}
        />
        <FilterChips
          label="Routine or not"
          current={isChosen ? routine : null}
          onChoose={(value) => putParam('routine', value)}
          chips={[
            { value: null, label: 'Routine or not' },
            { value: 'yes', label: 'Routine', count: many((item) => item.routine) },
            { value: 'no', label: 'Not routine', count: many((item) => !item.routine) },
          ]}
        />
      </div>
      <DataTable
        id="ops-turnaround-facts"
        label={`Items received in ${formatMonth(month)}`}
        columns={factColumns}
        rows={rows}
        rowId={(row) => row.id}
        noun={['item', 'items']}
        initial={slowestFirst}
        fileName={`turnaround_${month}`}
        about={[
          ['Items received in', formatMonth(month)],
          ['Issuers', settled ? 'All issuers' : 'Issuers loaded so far'],
          ...(result ? [['Three-day rule', resultLabels[result]] as const] : []),
          ...(isChosen ? [['Routine', routine === 'yes' ? 'Yes' : 'No'] as const] : []),
        ]}
        empty={
          <EmptyState title="No matching items">
            {own.length > 0
              ? 'No items of this month match. Select another filter.'
              : settled
                ? 'No items were received in this month.'
                : 'Other issuers are still loading.'}
          </EmptyState>
        }
      />
    </>
  );
}
