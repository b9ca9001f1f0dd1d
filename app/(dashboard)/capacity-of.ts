import type { Answer } from '#lib/api/wire';
import type { Capacity } from './capacity.tsx';
import { exact } from './exact.ts';

export type Balance = Answer<'GetIssuerBalance'>[number];

/** The share counts of a class balance as exact integers. */
export function capacityOf(balance: Balance): Capacity {
  return {
    authorized: exact(balance.authorizedShares),
    unlimited: balance.isUnlimited,
    issued: exact(balance.totalIssuedShares),
    outstanding: exact(balance.totalOutstandingShares),
    reserved: exact(balance.totalReserveShares),
    dollars: balance.dollarFormat,
  };
}

/** Names of the classes counted in dollars of principal; only the balance says which they are. */
export function dollarClasses(balances: readonly Balance[]): ReadonlySet<string> {
  return new Set(balances.filter((balance) => balance.dollarFormat).map((balance) => balance.className));
}
