import { exact } from '#lib/api/exact-shares';
import type { Answer } from '#lib/api/wire';
import type { Capacity } from './capacity.tsx';

export type Balance = Answer<'GetIssuerBalance'>[number];

/**
 * The limit of a class. A registry sends a limit of 0 also for classes without a limit: when it does not send
 * whether the class is unlimited, 0 is unknown.
 */
export function limitOf(isUnlimited: unknown, authorizedShares: unknown) {
  const authorized = exact(authorizedShares);
  const said = typeof isUnlimited === 'boolean' || (authorized !== null && authorized > 0n);
  return { authorized: said ? authorized : null, unlimited: isUnlimited === true };
}

/** The share counts of a class balance as exact integers; null for those the registry did not send. */
export function capacityOf(balance: Balance): Capacity {
  return {
    ...limitOf(balance.isUnlimited, balance.authorizedShares),
    issued: exact(balance.totalIssuedShares),
    outstanding: exact(balance.totalOutstandingShares),
    reserved: exact(balance.totalReserveShares),
    dollars: balance.dollarFormat === true,
  };
}

/** Names of the classes counted in dollars of principal; only the balance gives this. */
export function dollarClasses(balances: readonly Balance[]): ReadonlySet<string> {
  return new Set(balances.filter((balance) => balance.dollarFormat).map((balance) => balance.className));
}
