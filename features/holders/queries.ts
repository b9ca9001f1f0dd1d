import { query } from '#lib/api/query';
import { firstRows } from '#lib/api/rows/paging';

/** One row per holder with all holdings; the reader adds `Start` and `NumberOfRows`. */
export const holdersInput = (issuer: number) => ({ CustomerIssuerId: issuer });

/** The first rows, with the same request as the list. */
export const firstHolders = (issuer: number) =>
  query('GetIssuerShareholderDetails', { ...holdersInput(issuer), Start: 0, NumberOfRows: firstRows });
