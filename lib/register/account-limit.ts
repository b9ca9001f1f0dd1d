import { exact } from '../format/exact-shares.ts';
import type { Balance } from './capacity.ts';

/** Above this a list of accounts is not sent to the browser: it would be tens of megabytes. */
export const listedMax = 25_000;

/**
 * Number of accounts by the balances of an issuer, one per class held. A lower bound where a balance does not
 * report it.
 */
export const accountsIn = (balances: readonly Balance[]) =>
  balances.reduce((sum, one) => sum + Number(exact(one.totalShareholder) ?? 0n), 0);
