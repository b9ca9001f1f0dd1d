import { query } from './query.ts';

/** The registry is asked when no key was pressed for this time. */
export const searchDelayMs = 120;
/** Letters from which on a search begins. */
export const searchFrom = 2;
/** Most holders, certificates and transactions that the registry lists. */
export const foundMax = 20;
const textMax = 100;

export const registerSearchInput = (issuer: number, text: string) => ({
  customerIssuerId: issuer,
  text: text.trim().slice(0, textMax),
  numberOfRows: foundMax,
});

/** Holders, certificates and transactions of an issuer that the registry finds itself. */
export const registerSearchQuery = (issuer: number, text: string) =>
  query('SearchRegister', registerSearchInput(issuer, text));
