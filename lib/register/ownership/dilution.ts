// Reads the dilution of each class from its response, with checks and the parts of its chart.

import type { ResponseFor } from '#lib/contract/index';
import { bySize, byText, exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { percentUnits, sum } from '../bigint-math.ts';
import { type Balance, dollarClasses } from '../capacity.ts';
import { type Check, mustEqual } from '../checks.ts';

export type Diluted = ResponseFor<'GetDilutedPercentage'>;

export type DilutedRow = {
  id: string;
  account: string;
  /** Account id of the holder's page; '' where there is none. */
  profile: string;
  name: string;
  /** A reserve of shares that are not issued yet: never a holder. */
  reserved: boolean;
  shares: bigint | null;
  /** Totals before and after, for the percentages. */
  outstanding: bigint | null;
  diluted: bigint | null;
};

export type ClassDilution = {
  className: string;
  /** Holders and reserves together, largest first. */
  rows: readonly DilutedRow[];
  holders: number;
  reserves: number;
  /** Sum of the rows that are not reserved. */
  outstanding: bigint | null;
  /** Sum of the reserved rows. */
  reserved: bigint | null;
  /** The registry's own total of the class; the sum of its rows where it sent none. */
  diluted: bigint | null;
  /** Sum of all rows. */
  listed: bigint | null;
  dollars: boolean;
  /** Set when `rows` has only the largest: the full number of rows. */
  whole?: { held: number; reserved: number };
};

const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((row) => row !== null && typeof row === 'object') : [];

/** The response by class. It has no percentages: they are computed here, exactly, from its integers. */
export function dilutionByClass(
  response: Diluted,
  balances: readonly Balance[] | null,
): readonly ClassDilution[] {
  const inDollars = dollarClasses(balances ?? []);
  return list((response as { securites?: unknown } | null)?.securites).map((one) => {
    const className = textOf(one.security) || 'Unnamed class';
    const plain = list(one.shareholders).map((row, index) => {
      const reserved = row.isReserved === true || row.isReserved === 'true';
      const account = textOf(row.displayShareholderId) || textOf(row.customerShareholderId);
      return {
        id: `${textOf(row.systemShareholderId) || account || index}/${index}`,
        account: reserved ? '' : account || textOf(row.systemShareholderId),
        profile: reserved ? '' : textOf(row.customerShareholderId),
        name: textOf(row.name) || (reserved ? 'Unnamed reserve' : 'Unnamed holder'),
        reserved,
        shares: exact(row.shares),
      };
    });
    const part = (reserved: boolean) => plain.filter((row) => row.reserved === reserved);
    const outstanding = sum(part(false).map((row) => row.shares));
    const listed = sum(plain.map((row) => row.shares));
    const diluted = exact(one.totalShares) ?? listed;
    return {
      className,
      rows: plain
        .sort((a, b) => bySize(a.shares, b.shares) || byText(a.name, b.name))
        .map((row) => ({ ...row, outstanding, diluted })),
      holders: part(false).filter((row) => row.shares !== 0n).length,
      reserves: part(true).length,
      outstanding,
      reserved: sum(part(true).map((row) => row.shares)),
      diluted,
      listed,
      dollars: inDollars.has(className),
    };
  });
}

/** Percentage of outstanding; null for a reserve, which is not outstanding. */
export const basicPercent = (row: DilutedRow) =>
  row.reserved ? null : percentUnits(row.shares, row.outstanding);

/** Percentage of fully diluted shares. */
export const dilutedPercent = (row: DilutedRow) => percentUnits(row.shares, row.diluted);

/** The rows against the class total and the balance of the same day. */
export function dilutionChecks(
  classes: readonly ClassDilution[],
  balances: readonly Balance[] | null,
): Check[] {
  return classes.flatMap(({ className, listed, diluted, outstanding, reserved }) => {
    const balance = balances?.find((one) => one.className === className);
    return [
      mustEqual(`${className}/total`, `${className}: rows equal the fully diluted total`, listed, diluted),
      mustEqual(
        `${className}/outstanding`,
        `${className}: holder rows equal outstanding in the balance of the date`,
        outstanding,
        exact(balance?.totalOutstandingShares),
      ),
      mustEqual(
        `${className}/reserved`,
        `${className}: reserved rows equal reserved in the balance of the date`,
        reserved,
        exact(balance?.totalReserveShares),
      ),
    ];
  });
}

export type ShownPart = {
  id: string;
  /** Several rows as one. */
  rest: boolean;
  label: string;
  before: string | null;
  after: string | null;
  shares: bigint | null;
  reserved: boolean;
};

/**
 * Bars of the chart: the largest holders, the other holders as one, then every reserve, the smaller ones as
 * one.
 */
export function shownParts(one: ClassDilution, top: number): ShownPart[] {
  const { rows, outstanding, diluted, whole } = one;
  const together = (shares: bigint | null, reserved: boolean, label: string): ShownPart => ({
    id: label,
    rest: true,
    label,
    shares,
    reserved,
    before: reserved ? null : percentUnits(shares, outstanding),
    after: percentUnits(shares, diluted),
  });
  const parts = (reserved: boolean, max: number, rest: (count: number) => string) => {
    const some = rows.filter((row) => row.reserved === reserved);
    const count = whole?.[reserved ? 'reserved' : 'held'] ?? some.length;
    const cut = count > max + 1 ? max : some.length;
    const shown = some.slice(0, cut).map((row) => ({
      id: row.id,
      rest: false,
      label: row.name,
      shares: row.shares,
      reserved: row.reserved,
      before: basicPercent(row),
      after: dilutedPercent(row),
    }));
    if (count <= cut) return shown;
    const all = reserved ? one.reserved : outstanding;
    const first = sum(shown.map((part) => part.shares));
    const left = all === null || first === null ? null : all - first;
    return [...shown, together(left, reserved, rest(count - cut))];
  };
  return [
    ...parts(false, top, (count) => `${count.toLocaleString('en-US')} other holders`),
    ...parts(true, top, (count) => `${count.toLocaleString('en-US')} other reserves`),
  ];
}

/**
 * Above this multiple of the largest single bar, one for the other holders would make all others too short to
 * compare.
 */
const restMax = 2;

/** A bar left out of the chart because it would make all others too short; the table and a note show it. */
export function notDrawn(parts: readonly ShownPart[]): ShownPart | undefined {
  const size = (part: ShownPart) => Math.max(Number(part.before), Number(part.after));
  const largest = Math.max(0, ...parts.filter((part) => !part.rest).map(size));
  return parts.find((part) => part.rest && !part.reserved && size(part) > largest * restMax);
}
