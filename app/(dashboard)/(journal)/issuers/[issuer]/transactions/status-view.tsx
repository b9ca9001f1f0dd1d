'use client';

import { useQueries } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { CurrentOnlyMark } from '../../../../as-of-mark.tsx';
import { FilterChips, putParam } from '../../../../filter-chips.tsx';
import { SourceNote } from '../../../../source-note.tsx';
import { statuses, statusFilter } from '../../../../status.ts';
import { StatusTable } from './lazy-tables.tsx';
import { countQuery } from './queries.ts';
import type { TransactionsProps } from './transactions-screen.tsx';
import { TypeFilter } from './type-filter.tsx';

/** Transactions by where they stand; the list has no date to ask for, and no shares (interface, status list). */
export function StatusView(props: TransactionsProps & { type: string | null }) {
  const { issuer, types, type, agent, asof, today } = props;
  const status = statusFilter(useSearchParams().get('status'), agent);
  const counts = useQueries({ queries: statuses.map((one) => countQuery(issuer, one, type)) });
  return (
    <>
      {asof && (
        <SourceNote mark={<CurrentOnlyMark past today={today} />}>
          The status list shows where every transaction stands today.
        </SourceNote>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips
          label="Status"
          current={status}
          onChoose={(value) => putParam('status', value)}
          chips={statuses.map((one, index) => ({
            value: one,
            label: one,
            count: counts[index]?.data?.totalRecords,
          }))}
        />
        <TypeFilter types={types} current={type} hideLabel />
      </div>
      <StatusTable key={`${status} ${type}`} {...props} status={status} />
    </>
  );
}
