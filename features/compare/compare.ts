// Compares the holdings of two days, class by class.

import type { ResponseFor } from '#lib/contract/index';
import { bySize, byText, exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { magnitude, sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';

export type Ownership = ResponseFor<'GetOwnershipPercentage'>;

export const changeKinds = ['New', 'Closed', 'Increased', 'Decreased'] as const;
type ChangeKind = (typeof changeKinds)[number] | 'Equal' | 'Unknown';

/** One account in one class on both days. */
export type Change = {
  id: string;
  holder: string;
  account: string;
  /** Account id of the holder's page; '' where the registry gave none. */
  profile: string;
  name: string;
  className: string;
  before: bigint | null;
  after: bigint | null;
  change: bigint | null;
  kind: ChangeKind;
};

export type ClassComparison = {
  className: string;
  /** Accounts whose holding differs, the largest change first. */
  changes: readonly Change[];
  /** Accounts with the same holding on both days, whether or not it moved in between. */
  unchanged: readonly Change[];
  /** Sum of all changes. */
  net: bigint | null;
  /** Outstanding at both days from the balance operation, and the difference. */
  outstanding: { before: bigint | null; after: bigint | null; change: bigint | null };
  /** Change of outstanding that no listed change explains; 0 when the figures agree. */
  residual: bigint | null;
  dollars: boolean;
};

const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((row) => row !== null && typeof row === 'object') : [];
/** The difference of two figures; null where one is missing. */
export const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);

type Held = Pick<Change, 'holder' | 'account' | 'profile' | 'name' | 'className'> & { shares: bigint | null };

/** Registry key of an account, else the customer's key, else the name: identifies an account on both days. */
const holderKey = (row: Record<string, unknown>) =>
  textOf(row.systemShareholderId) || textOf(row.customerShareholderId) || textOf(row.name);

export function holdings(response: Ownership): Map<string, Held> {
  const found = new Map<string, Held>();
  for (const row of list((response as { accounts?: unknown } | null)?.accounts)) {
    const holder = holderKey(row);
    const profile = textOf(row.customerShareholderId);
    const account = profile || textOf(row.displayShareholderId) || holder;
    for (const part of list(row.securities)) {
      const className = textOf(part.securityType);
      const id = `${holder}/${className}`;
      const shares = sum([found.has(id) ? (found.get(id)?.shares ?? null) : 0n, exact(part.totalShares)]);
      found.set(id, { holder, account, profile, name: textOf(row.name) || account, className, shares });
    }
  }
  return found;
}

export function kindOf(before: bigint | null, after: bigint | null): ChangeKind {
  if (before === null || after === null) return 'Unknown';
  if (after === before) return 'Equal';
  if (before === 0n) return 'New';
  if (after === 0n) return 'Closed';
  return after > before ? 'Increased' : 'Decreased';
}

const outstandingOf = (balances: readonly Balance[] | null, className: string): bigint | null => {
  if (!balances) return null;
  const found = balances.find((one) => one.className === className);
  // A class that the balance of that day does not list did not exist yet.
  return found ? exact(found.totalOutstandingShares) : 0n;
};

/** The balances of both days. */
export type TwoBalances = { before: readonly Balance[] | null; after: readonly Balance[] | null };

/** Outstanding shares of a class on both days, and whether it is counted in dollars. */
export function classBalances({ before, after }: TwoBalances, className: string) {
  const [was, is] = [outstandingOf(before, className), outstandingOf(after, className)];
  return {
    outstanding: { before: was, after: is, change: minus(is, was) },
    dollars: [...(after ?? []), ...(before ?? [])].some(
      (one) => one.className === className && one.dollarFormat,
    ),
  };
}

/**
 * New, closed, increased and decreased holdings between two closes, class by class, with a check of the sum.
 */
export function compareOwnership(
  first: Ownership,
  last: Ownership,
  balances: TwoBalances,
): ClassComparison[] {
  const [before, after] = [holdings(first), holdings(last)];
  const names = new Set([
    ...(balances.after ?? []).map((one) => one.className),
    ...(balances.before ?? []).map((one) => one.className),
  ]);
  for (const held of [...before.values(), ...after.values()]) names.add(held.className);
  const all = [...new Set([...before.keys(), ...after.keys()])].map((id): Change => {
    const [was, is] = [before.get(id), after.get(id)];
    const { shares: _, ...who } = (is ?? was) as Held;
    const [from, to] = [was ? was.shares : 0n, is ? is.shares : 0n];
    const change = minus(to, from);
    return { id, ...who, before: from, after: to, change, kind: kindOf(from, to) };
  });
  return [...names].map((className) => {
    const own = all.filter((one) => one.className === className);
    const changes = own
      .filter((one) => one.change !== 0n)
      .sort((a, b) => bySize(magnitude(a.change), magnitude(b.change)) || byText(a.name, b.name));
    const { outstanding, dollars } = classBalances(balances, className);
    const net = sum(changes.map((one) => one.change));
    return {
      className,
      changes,
      unchanged: own.filter((one) => one.change === 0n),
      net,
      outstanding,
      residual: minus(outstanding.change, net),
      dollars,
    };
  });
}
