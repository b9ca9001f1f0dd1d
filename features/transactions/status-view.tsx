'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { FilterChips } from '#components/register/filter-chips';
import { FilterSheet } from '#components/register/filter-sheet';
import { SourceNote } from '#components/register/source-note';
import { putParam } from '#components/ui/browser/address-params';
import { type StatusFilter, statuses, statusFilter } from '#lib/register/transactions/status';
import { countQuery } from './queries.ts';
import { StatusTable } from './status-table.tsx';
import { TypeFilter } from './type-filter.tsx';
import type { TransactionsProps } from './types.ts';

const useCount = (issuer: number, status: StatusFilter, type: string | null) =>
  useQuery(countQuery(issuer, status, type)).data?.totalRecords;

/** Number of transactions per status. Single hooks: useQueries would add more code than these five calls. */
const useCounts = (issuer: number, type: string | null): Record<StatusFilter, number | undefined> => ({
  All: useCount(issuer, 'All', type),
  Pending: useCount(issuer, 'Pending', type),
  Completed: useCount(issuer, 'Completed', type),
  Rejected: useCount(issuer, 'Rejected', type),
  Canceled: useCount(issuer, 'Canceled', type),
});

/** Each status has its own default order, so the sort of the previous status is dropped. */
const chooseStatus = (status: string | null) => {
  putParam('sort', null);
  putParam('status', status);
};

/** Transactions by status; the list cannot be requested for a date, and gives no shares. */
export function StatusView(props: TransactionsProps & { type: string | null }) {
  const { issuer, types, type, agent, asof, today } = props;
  const status = statusFilter(useSearchParams().get('status'), agent);
  const counts = useCounts(issuer, type);
  return (
    <>
      {asof && (
        <SourceNote mark={<CurrentOnlyLabel past today={today} />}>
          Current status of every transaction.
        </SourceNote>
      )}
      <FilterSheet chosen={`${status}, ${types.find(({ code }) => code === type)?.title ?? 'all types'}`}>
        <FilterChips
          label="Status"
          current={status}
          onChoose={chooseStatus}
          chips={statuses.map((one) => ({ value: one, label: one, count: counts[one] }))}
        />
        <TypeFilter types={types} current={type} hideLabel />
      </FilterSheet>
      <StatusTable key={`${status} ${type}`} {...props} status={status} />
    </>
  );
}
