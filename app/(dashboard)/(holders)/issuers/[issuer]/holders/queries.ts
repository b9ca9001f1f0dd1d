import { firstRows } from '#lib/api/paging';
import { query } from '#lib/api/query';

/** Holders come one per row with all they hold; `Start` and `NumberOfRows` are put in where they are read. */
export const holdersInput = (issuer: number) => ({ CustomerIssuerId: issuer });

/** The first screen of them, as the list itself asks for it. */
export const firstHolders = (issuer: number) =>
  query('GetIssuerShareholderDetails', { ...holdersInput(issuer), Start: 0, NumberOfRows: firstRows });
