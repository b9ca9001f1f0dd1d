// Reads a cap table from its response as holdings and totals by class.

import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';
import { addAt, sum } from '../bigint-math.ts';
import { availableToIssue, type Balance, capacityOf, dollarClasses, limitOf } from '../capacity.ts';

export type CapTable = ResponseFor<'GetShareholderCapTable'>;
export type CapTableRow = CapTable['shareholders'][number];

/** One holding: an account in a class. */
export type Holding = {
  id: string;
  holder: string;
  account: string;
  /** Account id of the holder's page; '' where the registry gave none. */
  profile: string;
  name: string;
  kind: string;
  className: string;
  shares: bigint | null;
  restricted: bigint | null;
  unrestricted: bigint | null;
  /** Total of all rows of the class, for the percentage. */
  classShares: bigint | null;
  /** Counted in dollars of principal, not in shares. */
  dollars: boolean;
};

export type ClassLine = {
  id: string;
  className: string;
  holders: number | bigint | null;
  shares: bigint | null;
  restricted: bigint | null;
  unrestricted: bigint | null;
  issued: bigint | null;
  authorized: bigint | null;
  unlimited: boolean;
  /** From the balance of the class: the cap table has no reserves. */
  reserved: bigint | null;
  /** Negative where the authorization is exceeded. */
  available: bigint | null | 'Unlimited';
  /** Number of holders that the class reports, to compare with the rows counted. */
  holdersStated: bigint | null;
  dollars: boolean;
};

const classKey = (row: { securityTypeID?: number; securityType: string }) =>
  `${row.securityTypeID ?? row.securityType}`;

/** What only the balance of a class has. */
export function reservesOf(balance: Balance | undefined): Pick<ClassLine, 'reserved' | 'available'> {
  if (!balance) return { reserved: null, available: null };
  const capacity = capacityOf(balance);
  return {
    reserved: capacity.reserved,
    available: capacity.unlimited ? 'Unlimited' : availableToIssue(capacity),
  };
}

/** Names of the classes counted in dollars; the cap table does not give this. */
export type DollarClasses = ReadonlySet<string>;

const none: DollarClasses = new Set();

/**
 * The rows of the cap table as holdings, in the order received (registry's sort name). Without `whole`, rows of
 * the class may be missing: then no percentage is known.
 */
export function holdingsOf(rows: readonly CapTableRow[], inDollars = none, whole = true): Holding[] {
  const totals = new Map<string, bigint | null>();
  for (const row of rows) addAt(totals, classKey(row), exact(row.totalShares));
  return rows.map((row) =>
    holdingOf(row, whole ? (totals.get(classKey(row)) ?? null) : null, inDollars.has(row.securityType)),
  );
}

/** A single row, with the total of its class. */
export function holdingOf(row: CapTableRow, classShares: bigint | null, dollars: boolean): Holding {
  return {
    id: `${row.shareholderControlId}/${classKey(row)}`,
    holder: `${row.shareholderControlId}`,
    account: row.shareholderCustomerId || `${row.shareholderControlId}`,
    profile: row.shareholderCustomerId || '',
    name: row.shareholderName,
    kind: row.shareholderType,
    className: row.securityType,
    shares: exact(row.totalShares),
    restricted: exact(row.restrictionShares),
    unrestricted: exact(row.nonRestrictionShares),
    classShares,
    dollars,
  };
}

/** One line per class: the sum of its rows, and the totals the class reports. */
export function classLines(
  rows: readonly CapTableRow[],
  securities: CapTable['securities'],
  balances: readonly Balance[] = [],
): ClassLine[] {
  const inDollars = dollarClasses(balances);
  const keys = new Map(securities.map((security) => [classKey(security), security.securityType]));
  for (const row of rows) if (!keys.has(classKey(row))) keys.set(classKey(row), row.securityType);
  return [...keys].map(([key, className]) => {
    const own = rows.filter((row) => classKey(row) === key);
    const stated = securities.find((security) => classKey(security) === key);
    return {
      id: key,
      className,
      holders: own.filter((row) => exact(row.totalShares) !== 0n).length,
      shares: sum(own.map((row) => exact(row.totalShares))),
      restricted: sum(own.map((row) => exact(row.restrictionShares))),
      unrestricted: sum(own.map((row) => exact(row.nonRestrictionShares))),
      issued: exact(stated?.totalIssuedShares),
      ...limitOf(stated?.isUnlimitedAuthorizedShares, stated?.authorizedShares),
      ...reservesOf(balances.find((balance) => balance.className === className)),
      holdersStated: exact(stated?.numberOfShareholders),
      dollars: inDollars.has(className),
    };
  });
}

/** One line per class from its balance, where the rows are too many to add up. */
export function statedLines(balances: readonly Balance[]): ClassLine[] {
  return balances.map((balance) => ({
    id: `${balance.securityID ?? balance.className}`,
    className: balance.className,
    holders: exact(balance.totalShareholder),
    shares: exact(balance.totalOutstandingShares),
    restricted: exact(balance.totalRestrictedShares),
    unrestricted: exact(balance.totalNonRestrictedShares),
    issued: exact(balance.totalIssuedShares),
    ...limitOf(balance.isUnlimited, balance.authorizedShares),
    ...reservesOf(balance),
    holdersStated: exact(balance.totalShareholder),
    dollars: balance.dollarFormat === true,
  }));
}
