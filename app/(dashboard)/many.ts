import { exact } from '#lib/api/exact-shares';
import type { Balance } from './capacity-of.ts';

/** Above this a list of accounts is not sent to the browser: it would be tens of megabytes. */
export const listedMax = 25_000;

/** Accounts of an issuer by its balances, one for each class somebody holds; at least, where a balance does not say. */
export const accountsIn = (balances: readonly Balance[]) =>
  balances.reduce((sum, one) => sum + Number(exact(one.totalShareholder) ?? 0n), 0);
