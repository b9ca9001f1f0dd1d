// The register that a scenario begins with, from holders, reserves and balances.

import { byText, exact } from '#lib/format/exact-shares';
import { sum } from '../bigint-math.ts';
import { type Balance, capacityOf } from '../capacity.ts';
import { type ClassDilution, type Diluted, dilutionByClass } from '../ownership/dilution.ts';

/** A register before or after steps. Nothing of it is changed in place. */

export type ScenarioHolder = {
  id: string;
  name: string;
  account: string;
  /** Account id of the holder's page; '' where there is none. */
  profile: string;
  /** Came by a step. */
  isNew: boolean;
  /** Number of accounts that this one line stands for, in a register too large to list; else 1. */
  accounts: number;
};

export type ScenarioClass = {
  className: string;
  dollars: boolean;
  /** Came by a step. */
  isNew: boolean;
  authorized: bigint | null;
  unlimited: boolean;
  treasury: bigint | null;
  holdings: ReadonlyMap<string, bigint>;
  /** By name. */
  reserves: ReadonlyMap<string, bigint>;
  /** False when the registry did not send every figure of the class: no step can be worked out on it. */
  isKnown: boolean;
  /** Outstanding of the balance less the sum of the holdings; null when not known. */
  difference: bigint | null;
};

export type Register = {
  /** In the order of the balances; new ones last. */
  classes: readonly ScenarioClass[];
  holders: ReadonlyMap<string, ScenarioHolder>;
};

export const restId = 'rest';

const total = (values: Iterable<bigint>) => {
  let all = 0n;
  for (const value of values) all += value;
  return all;
};

export const outstandingOf = (one: ScenarioClass): bigint | null =>
  one.isKnown ? total(one.holdings.values()) : null;
export const reservedOf = (one: ScenarioClass): bigint | null =>
  one.isKnown ? total(one.reserves.values()) : null;
/** Outstanding and reserved; treasury does not count. */
export const dilutedOf = (one: ScenarioClass): bigint | null => sum([outstandingOf(one), reservedOf(one)]);
export const issuedOf = (one: ScenarioClass): bigint | null => sum([outstandingOf(one), one.treasury]);
export const classIn = (register: Register, className: string) =>
  register.classes.find((one) => one.className === className);

/** The number of a holder in the registry: the row's ID without its place in the list. */
const holderOf = (rowId: string) => rowId.slice(0, rowId.lastIndexOf('/'));

type Totals = { held: bigint | null; accounts: number; reserved: bigint | null };

/**
 * The register of a day from its holders and reserves and its balances. `totals` are those over all rows, by place of
 * the class, where `diluted` lists only the largest.
 */
export function startRegister(
  diluted: Diluted,
  balances: readonly Balance[],
  totals: readonly Totals[] = [],
): Register {
  const holders = new Map<string, ScenarioHolder>();
  const listed = dilutionByClass(diluted, balances);
  const classes = listed.map((one, index) => {
    const balance = balances.find(({ className }) => className === one.className);
    return classOf(one, balance, totals[index], holders);
  });
  const others = balances
    .filter(({ className }) => !listed.some((one) => one.className === className))
    .map((balance) => classOf(emptyClass(balance.className), balance, undefined, holders));
  const rank = new Map(balances.map(({ className }, index) => [className, index]));
  const placeOf = ({ className }: ScenarioClass) => rank.get(className) ?? balances.length;
  return { classes: [...classes, ...others].sort((a, b) => placeOf(a) - placeOf(b)), holders };
}

const emptyClass = (className: string): Pick<ClassDilution, 'className' | 'rows'> => ({
  className,
  rows: [],
});

function classOf(
  { className, rows }: Pick<ClassDilution, 'className' | 'rows'>,
  balance: Balance | undefined,
  totals: Totals | undefined,
  holders: Map<string, ScenarioHolder>,
): ScenarioClass {
  const holdings = new Map<string, bigint>();
  const reserves = new Map<string, bigint>();
  let isKnown = true;
  for (const row of rows) {
    if (row.shares === null || row.shares < 0n) isKnown = false;
    else if (row.reserved) reserves.set(row.name, (reserves.get(row.name) ?? 0n) + row.shares);
    else {
      const id = holderOf(row.id);
      holdings.set(id, (holdings.get(id) ?? 0n) + row.shares);
      if (!holders.has(id))
        holders.set(id, {
          ...{ id, name: row.name, account: row.account, profile: row.profile },
          ...{ isNew: false, accounts: 1 },
        });
    }
  }
  const listed = total(holdings.values());
  if (totals) {
    const earmarked = total(reserves.values());
    if (totals.held === null || totals.reserved === null || !isKnown) isKnown = false;
    else {
      const accounts = totals.accounts - holdings.size;
      if (totals.held > listed) {
        holdings.set(restId, totals.held - listed);
        const known = holders.get(restId)?.accounts ?? 0;
        holders.set(restId, {
          ...{ id: restId, name: 'All other holders', account: '', profile: '', isNew: false },
          accounts: Math.max(known, accounts),
        });
      }
      if (totals.reserved > earmarked) reserves.set('Other reserves', totals.reserved - earmarked);
    }
  }
  const capacity = balance && capacityOf(balance);
  const issued = capacity?.issued ?? null;
  const outstanding = exact(balance?.totalOutstandingShares);
  return {
    className,
    dollars: capacity?.dollars ?? false,
    isNew: false,
    authorized: capacity?.authorized ?? null,
    unlimited: capacity?.unlimited ?? false,
    treasury: issued === null || outstanding === null ? null : issued - outstanding,
    holdings,
    reserves,
    isKnown,
    difference: outstanding === null || !isKnown ? null : outstanding - total(holdings.values()),
  };
}

/** The holders of a register for a list to choose from, by name. */
export const namedHolders = ({ holders }: Register): ScenarioHolder[] =>
  [...holders.values()]
    .filter(({ id }) => id !== restId)
    .sort((a, b) => byText(a.name, b.name) || byText(a.account, b.account));

/** The class that a new step begins with: the one with the most reserves is the one that others convert into. */
export const firstClass = ({ classes }: Register): string =>
  [...classes].sort((a, b) => b.reserves.size - a.reserves.size)[0]?.className ?? '';
