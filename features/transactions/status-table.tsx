'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { FirstRange } from '#components/data/first-range';
import { FilterChips } from '#components/register/filter-chips';
import { DataTable } from '#components/table/data-table';
import type { Sort, View } from '#components/table/layout/view';
import { useReadAllFor } from '#components/table/window/range-reading';
import { ReadingBar } from '#components/table/window/reading-bar';
import { putParam } from '#components/ui/browser/address-params';
import { EmptyState, Skeleton } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import { isLate, type StatusFilter, turnaroundDays } from '#lib/register/transactions/status';
import { statusColumns } from './status-columns.ts';
import type { TransactionsProps } from './types.ts';
import { useStatusRanges } from './use-status-ranges.ts';

type Props = TransactionsProps & { status: StatusFilter; type: string | null };

const oldestFirst: Partial<View> = { sort: [{ id: 'received', desc: false }] };
const asReceived: Partial<View> = {};
const noun = ['transaction', 'transactions'] as const;

/** The single sort column of an address. */
function sortIn(text: string | null): Sort | null {
  const [first, second] = (text ?? '').split(',').filter(Boolean);
  if (!first || second) return null;
  return first.startsWith('-') ? { id: first.slice(1), desc: true } : { id: first, desc: false };
}

/** Transactions of one status, loaded as the user scrolls and sorted by the operation where it can. */
export function StatusTable({ issuer, name, status, type, types, asof, today }: Props) {
  const params = useSearchParams();
  const initial = status === 'Pending' ? oldestFirst : asReceived;
  const first = sortIn(params.get('sort')) ?? initial.sort?.[0] ?? null;
  const ranges = useStatusRanges({ issuer, status, type, today }, first);
  const { all, total } = ranges;
  const late = params.get('age') === 'late';
  useReadAllFor(ranges, late ? 'late' : '');
  const lateRows = useMemo(() => all?.filter(isLate) ?? null, [all]);
  const columns = useMemo(() => statusColumns(issuer, asof, status !== 'All'), [issuer, asof, status]);
  const word = status === 'All' ? '' : `${status.toLowerCase()} `;
  const kind = types.find(({ code }) => code === type)?.title;
  const table = {
    id: `transactions-${status.toLowerCase()}`,
    label: `${status === 'All' ? 'All' : status} transactions`,
    columns,
    rowId: (row: { key: string }) => row.key,
    noun,
    initial,
    fileName: `transactions_${issuer}_${status.toLowerCase()}_${today}.csv`,
  };
  return (
    <FirstRange ranges={ranges} waiting="Loading transactions…">
      {() => (
        <>
          {(late || (lateRows?.length ?? 0) > 0) && (
            <div className="mb-3">
              <FilterChips
                label="Age"
                current={late ? 'late' : null}
                onChoose={(value) => putParam('age', value)}
                chips={[
                  { value: null, label: 'All ages', count: total },
                  {
                    value: 'late',
                    label: `Pending more than ${turnaroundDays} business days`,
                    count: lateRows?.length ?? null,
                  },
                ]}
              />
            </div>
          )}
          {late && !lateRows ? (
            <>
              <ReadingBar {...{ ranges, noun }} requested />
              <Skeleton lines={12} />
            </>
          ) : (
            <DataTable
              {...table}
              {...(late && lateRows ? { rows: lateRows } : { ranges })}
              about={[
                ['Transactions of', `${name} (${issuer})`],
                ['Status', status],
                ['Current', today],
                ...(kind ? [['Type', kind] as const] : []),
                ...(late ? [['Age', `pending more than ${turnaroundDays} business days`] as const] : []),
              ]}
              empty={
                <EmptyState title={`No ${word}transactions${kind ? ` of this type` : ''}`}>
                  {late && total
                    ? `None of the ${formatShares(total)} is older than ${turnaroundDays} business days.`
                    : status === 'Pending'
                      ? 'No pending items. Select another status.'
                      : 'Select another status or type.'}
                </EmptyState>
              }
            />
          )}
        </>
      )}
    </FirstRange>
  );
}
