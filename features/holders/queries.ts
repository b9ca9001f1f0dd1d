// Inputs of the operations that list holders.

import { query } from '#lib/api/query';
import { firstRows } from '#lib/api/rows/paging';

/** One row per holder with all holdings; the reader adds `Start` and `NumberOfRows`. */
export const holdersInput = (issuer: number) => ({ CustomerIssuerId: issuer });

/** The first rows, with the same request as the list. */
export const firstHolders = (issuer: number) =>
  query('GetIssuerShareholderDetails', { ...holdersInput(issuer), Start: 0, NumberOfRows: firstRows });

/** One row per holder with shares at the close of a past day. */
export const pastHoldersInput = (issuer: number, day: string) => ({ customerIssuerId: issuer, cutoff: day });

export const firstPastHolders = (issuer: number, day: string) =>
  query('GetHoldersAsOf', { ...pastHoldersInput(issuer, day), start: 0, numberOfRows: firstRows });
