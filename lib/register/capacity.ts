// Share counts of a class, and the shares available to issue.

import type { ResponseFor } from '../contract/index.ts';
import { exact } from '../format/exact-shares.ts';
import { quantity } from './quantity.ts';

export type Capacity = {
  authorized: bigint | null;
  unlimited: boolean;
  issued: bigint | null;
  outstanding: bigint | null;
  reserved: bigint | null;
  dollars: boolean;
};
/** Shares available to issue: authorized less issued less reserved. Null when unknown or without limit. */
export function availableToIssue({ authorized, unlimited, issued, reserved }: Capacity): bigint | null {
  if (unlimited || authorized === null || issued === null || reserved === null) return null;
  return authorized - issued - reserved;
}
/** Shares available to issue as text: 'Unlimited', a count, or by how much the authorization is exceeded. */
export function availableToIssueText(capacity: Capacity): string {
  if (capacity.unlimited) return 'Unlimited';
  const available = availableToIssue(capacity);
  if (available !== null && available < 0n) return `Exceeded by ${quantity(-available, capacity.dollars)}`;
  return quantity(available, capacity.dollars);
}
/** False without a limit: there is no whole to draw parts of. */
export const hasBar = ({ authorized, unlimited }: Capacity) =>
  !unlimited && authorized !== null && authorized > 0n;
export type Balance = ResponseFor<'GetIssuerBalance'>[number];
/**
 * The limit of a class. A registry sends a limit of 0 also for classes without a limit: when it does not send
 * whether the class is unlimited, 0 is unknown.
 */
export function limitOf(isUnlimited: unknown, authorizedShares: unknown) {
  const authorized = exact(authorizedShares);
  const text = typeof isUnlimited === 'boolean' || (authorized !== null && authorized > 0n);
  return { authorized: text ? authorized : null, unlimited: isUnlimited === true };
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
