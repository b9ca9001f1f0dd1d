'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useAllRows } from '#lib/api/all-rows';
import { formatShares } from '#lib/format/shares';
import { DataTable } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/states';
import { FilterChips, putParam } from '../../../../filter-chips.tsx';
import { NotYet } from '../../../../loaded.tsx';
import { RowsProgress, RowsTrouble } from '../../../../rows-progress.tsx';
import { SourceNote } from '../../../../source-note.tsx';
import { isLate, type StatusFilter, statusRow, turnaroundDays } from '../../../../status.ts';
import { statusInput } from './queries.ts';
import { statusColumns } from './status-columns.ts';
import type { TransactionsProps } from './transactions-screen.tsx';

type Props = TransactionsProps & { status: StatusFilter; type: string | null };

const oldestFirst = { sort: [{ id: 'received', desc: false }] };
const asReceived = {};

/** The rows of one status, read page after page and shown as they come. */
export function StatusTable({ issuer, name, status, type, types, asof, today }: Props) {
  const params = useSearchParams();
  const read = useAllRows('GetTAStatusTransactions', statusInput(issuer, status, type));
  const { pages } = read;
  const all = useMemo(
    () => pages.flatMap((page) => page.transactions.map((row) => statusRow(row, today))),
    [pages, today],
  );
  const late = params.get('age') === 'late';
  const rows = useMemo(() => (late ? all.filter(isLate) : all), [all, late]);
  const columns = useMemo(() => statusColumns(issuer, asof, status !== 'All'), [issuer, asof, status]);
  if (pages.length === 0) {
    const { error, isFetching, stop: cancel } = read;
    const retry = () => void read.again();
    const waiting = 'The registry is listing the transactions.';
    return <NotYet lines={12} {...{ error, isFetching, waiting, retry, cancel }} />;
  }
  const word = status === 'All' ? '' : `${status.toLowerCase()} `;
  const kind = types.find(({ code }) => code === type)?.title;
  const lateCount = all.filter(isLate).length;
  return (
    <>
      <SourceNote mark={null}>
        {!read.complete && !read.error && (
          <RowsProgress
            read={read}
            noun="transactions"
            meanwhile="Sorting and filters see those that are here."
          />
        )}
      </SourceNote>
      <RowsTrouble read={read} />
      {(lateCount > 0 || late) && (
        <div className="mb-3">
          <FilterChips
            label="Age"
            current={late ? 'late' : null}
            onChoose={(value) => putParam('age', value)}
            chips={[
              { value: null, label: 'Any age', count: all.length },
              { value: 'late', label: `Pending more than ${turnaroundDays} business days`, count: lateCount },
            ]}
          />
        </div>
      )}
      <DataTable
        id={`transactions-${status.toLowerCase()}`}
        label={`${status === 'All' ? 'All' : status} transactions`}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
        noun={['transaction', 'transactions']}
        initial={status === 'Pending' ? oldestFirst : asReceived}
        fileName={`transactions_${issuer}_${status.toLowerCase()}_${today}.csv`}
        about={[
          ['Transactions of', `${name} (${issuer})`],
          ['Status', status],
          ['Current', today],
          ...(kind ? [['Type', kind] as const] : []),
          ...(late ? [['Age', `pending more than ${turnaroundDays} business days`] as const] : []),
        ]}
        empty={
          <EmptyState title={`No ${word}transactions${kind ? ` of this type` : ''}`}>
            {status === 'Pending'
              ? 'Nothing waits to be done. Choose another status above.'
              : all.length > 0
                ? `None of the ${formatShares(all.length)} is that old.`
                : 'Choose another status or type above.'}
          </EmptyState>
        }
      />
    </>
  );
}
