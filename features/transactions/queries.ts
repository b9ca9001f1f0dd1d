import { query } from '#lib/api/query';
import type { StatusFilter } from '#lib/register/transactions/status';
import { defaultOrder, type StatusOrder } from './status-order.ts';

/**
 * The status list of an issuer in a sort order of the operation; the reader adds `start` and `numberOfRows`.
 */
export const statusInput = (
  issuer: number,
  status: StatusFilter,
  type: string | null,
  { sortBy, orderBy }: StatusOrder = defaultOrder,
) =>
  ({
    customerIssuerId: issuer,
    filterTransactionType: (type ?? 'All') as 'All',
    transactionStatus: status,
    orderBy,
    sortBy,
    start: 0,
    numberOfRows: 100,
  }) as const;

/** Requests one row, for the total that comes with it. */
export const countQuery = (issuer: number, status: StatusFilter, type: string | null) =>
  query('GetTAStatusTransactions', {
    ...statusInput(issuer, status, type),
    numberOfRows: 1,
  });
