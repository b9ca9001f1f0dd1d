import { query } from '#lib/api/query';
import type { StatusFilter } from '../../../../status.ts';
import { type StatusOrder, usualOrder } from './status-order.ts';

/** The status list of an issuer in an order of the operation; `start` and `numberOfRows` are put in where it is read. */
export const statusInput = (
  issuer: number,
  status: StatusFilter,
  type: string | null,
  { sortBy, orderBy }: StatusOrder = usualOrder,
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

/** One row, for the total that comes with it. */
export const countQuery = (issuer: number, status: StatusFilter, type: string | null) =>
  query('GetTAStatusTransactions', {
    ...statusInput(issuer, status, type),
    numberOfRows: 1,
  });
