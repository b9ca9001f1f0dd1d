import { query } from '#lib/api/query';
import type { StatusFilter } from '../../../../status.ts';

/** The status list, latest first; what is pending without a date stands where it was received (decisions, ruling 15). */
export const statusInput = (issuer: number, status: StatusFilter, type: string | null, rows = 100) =>
  ({
    customerIssuerId: issuer,
    filterTransactionType: (type ?? 'All') as 'All',
    transactionStatus: status,
    orderBy: 'Descending',
    sortBy: 'EffectiveDate',
    start: 0,
    numberOfRows: rows,
  }) as const;

/** One row, for the total that comes with it. */
export const countQuery = (issuer: number, status: StatusFilter, type: string | null) =>
  query('GetTAStatusTransactions', statusInput(issuer, status, type, 1));
