// Roll-forward of a class from opening to closing, by type of movement.

import { sum } from '../bigint-math.ts';
import type { JournalEntry, JournalLine } from './journal.ts';
import { linesOfEntry } from './movement.ts';

/** What a movement is, by the type of its transaction and the sign of its effect. */
export const rollColumns = [
  'issued',
  'fromTreasury',
  'convertedIn',
  'convertedOut',
  'received',
  'surrendered',
  'toTreasury',
  'retired',
  'adjusted',
] as const;
export type RollColumn = (typeof rollColumns)[number];

/** The columns that one account can have: what goes to or from the treasury is surrendered or received. */
export const holderRollColumns = ['issued', 'received', 'surrendered', 'retired', 'adjusted'] as const;

export const rollTitles: Readonly<Record<RollColumn, string>> = {
  issued: 'Issued',
  fromTreasury: 'From treasury',
  convertedIn: 'Converted in',
  convertedOut: 'Converted out',
  received: 'Received',
  surrendered: 'Surrendered',
  toTreasury: 'To treasury',
  retired: 'Retired',
  adjusted: 'Adjusted',
};

/** Opening and closing as read, every column between, and what they do not explain. */
export type Roll = {
  opening: bigint | null;
  moved: Readonly<Record<RollColumn, bigint | null>>;
  computed: bigint | null;
  closing: bigint | null;
  /** Closing as read less closing as computed; null where a part is not known. */
  residual: bigint | null;
};

export type ClassRoll = {
  className: string;
  /** Shares of holders, all issued shares, shares in treasury, restricted shares of holders. */
  outstanding: Roll;
  issued: Roll;
  treasury: Roll;
  restricted: Roll;
};

/** Figures of a class at the close of a day; null where they are not known. */
export type ClassFigures = {
  outstanding: bigint | null;
  issued: bigint | null;
  restricted: bigint | null;
};

const none: ClassFigures = { outstanding: 0n, issued: 0n, restricted: 0n };

export type Moved = Record<RollColumn, bigint | null>;

export const noMoves = (): Moved => ({
  issued: 0n,
  fromTreasury: 0n,
  convertedIn: 0n,
  convertedOut: 0n,
  received: 0n,
  surrendered: 0n,
  toTreasury: 0n,
  retired: 0n,
  adjusted: 0n,
});

const signed = ({ side, shares }: JournalLine) => (side === 'issued' || shares === null ? shares : -shares);
export const netOf = (lines: readonly JournalLine[]) => sum(lines.map(signed));
const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);

/** From the figure read at the first close to the one read at the second, by what moved between. */
export function rollOf(opening: bigint | null, moved: Moved, closing: bigint | null): Roll {
  const computed = sum([opening, ...Object.values(moved)]);
  return { opening, moved, computed, closing, residual: minus(closing, computed) };
}

/** The column of an effect on one account. An unknown type counts as an adjustment, so that no share is lost. */
export function holderColumn(code: string, net: bigint | null): RollColumn {
  if (code === 'N') return 'issued';
  if (code === 'R') return 'retired';
  if (code === 'T') return net !== null && net < 0n ? 'surrendered' : 'received';
  if (code === 'C') return net !== null && net < 0n ? 'surrendered' : 'issued';
  return 'adjusted';
}

/** The column of an effect on a whole class. */
function classColumn(code: string, net: bigint | null): RollColumn {
  if (code !== 'C') return holderColumn(code, net);
  return net !== null && net < 0n ? 'convertedOut' : 'convertedIn';
}

type Move = { column: RollColumn; net: bigint | null };

/** What one transaction does to one class: issued less canceled. */
export type ClassEffect = {
  /** The letter of its type. */
  code: string;
  /** Of all holders together, and of those accounts whose own net is below zero. */
  held: bigint | null;
  lost: bigint | null;
  treasury: bigint | null;
  /** Of the holders' shares with a legend; null where the registry does not report restrictions. */
  restricted: bigint | null;
};

/** Effects of one transaction on the holders' shares of a class: between holders, and from or to the treasury. */
function outstandingMoves({ code, held, lost, treasury }: ClassEffect): Move[] {
  if (held === null || lost === null || treasury === null)
    return [{ column: classColumn(code, null), net: null }];
  const isShown = code === 'T' || code === 'N';
  const out = isShown && treasury > 0n ? -treasury : 0n;
  const back = isShown && treasury < 0n ? -treasury : 0n;
  const moves: Move[] = [
    { column: 'toTreasury', net: out },
    { column: 'fromTreasury', net: back },
  ];
  if (code !== 'T') return [...moves, { column: classColumn(code, held), net: held - out - back }];
  return [
    ...moves,
    { column: 'received', net: held - lost - back },
    { column: 'surrendered', net: lost - out },
  ];
}

/** Effect on the treasury: what repurchases bring and re-issues take. */
function treasuryMove(code: string, net: bigint | null): Move {
  if (code !== 'T' && code !== 'N') return { column: classColumn(code, net), net };
  return { column: net !== null && net < 0n ? 'fromTreasury' : 'toTreasury', net };
}

/** Restricted shares of the holders; null where the registry does not report restrictions. */
function restrictedNet(lines: readonly JournalLine[]): bigint | null {
  return sum(
    lines.map((line) => (line.restriction === null ? null : line.restriction === '' ? 0n : signed(line))),
  );
}

/** What moved in one class, added up over transactions. */
export type ClassSums = Record<'outstanding' | 'issued' | 'treasury' | 'restricted', Moved>;

export const noClassSums = (): ClassSums => ({
  outstanding: noMoves(),
  issued: noMoves(),
  treasury: noMoves(),
  restricted: noMoves(),
});

const add = (to: Moved, { column, net }: Move) => {
  to[column] = sum([to[column], net]);
};

/** Adds one transaction to the sums of a class, each effect to exactly one column. */
export function addEffect(to: ClassSums, effect: ClassEffect): void {
  const { code, held, treasury, restricted } = effect;
  for (const move of outstandingMoves(effect)) add(to.outstanding, move);
  const whole = sum([held, treasury]);
  add(to.issued, { column: classColumn(code, whole), net: whole });
  add(to.treasury, treasuryMove(code, treasury));
  add(to.restricted, { column: classColumn(code, restricted), net: restricted });
}

/** A class from the figures of one close to those of another. */
export function classRollOf(
  className: string,
  sums: ClassSums,
  first: ClassFigures,
  last: ClassFigures,
): ClassRoll {
  return {
    className,
    outstanding: rollOf(first.outstanding, sums.outstanding, last.outstanding),
    issued: rollOf(first.issued, sums.issued, last.issued),
    treasury: rollOf(
      minus(first.issued, first.outstanding),
      sums.treasury,
      minus(last.issued, last.outstanding),
    ),
    restricted: rollOf(first.restricted, sums.restricted, last.restricted),
  };
}

export const classesOf = (entry: JournalEntry): ReadonlyMap<string, JournalLine[]> =>
  Map.groupBy(linesOfEntry(entry), ({ className }) => className);

/** Key of the account of a line, as the ownership of both days has it. */
export type HolderOf = (line: JournalLine) => string;

export const holdersOf = (lines: readonly JournalLine[], holderOf: HolderOf) =>
  Map.groupBy(
    lines.filter(({ treasury }) => !treasury),
    holderOf,
  );

/**
 * Per class from the close of one day to the close of another. `entries` are the completed transactions effective after
 * the first day and up to the second.
 */
export function rollClasses(
  entries: readonly JournalEntry[],
  opening: ReadonlyMap<string, ClassFigures>,
  closing: ReadonlyMap<string, ClassFigures>,
  holderOf: HolderOf,
): ClassRoll[] {
  const moved = new Map<string, ClassSums>();
  const of = (className: string) => {
    const known = moved.get(className) ?? noClassSums();
    moved.set(className, known);
    return known;
  };
  for (const className of [...closing.keys(), ...opening.keys()]) of(className);
  for (const entry of entries)
    for (const [className, lines] of classesOf(entry)) {
      const nets = [...holdersOf(lines, holderOf).values()].map(netOf);
      addEffect(of(className), {
        code: entry.code,
        held: sum(nets),
        lost: sum(nets.map((net) => (net !== null && net > 0n ? 0n : net))),
        treasury: netOf(lines.filter((line) => line.treasury)),
        restricted: restrictedNet(lines.filter((line) => !line.treasury)),
      });
    }
  return [...moved].map(([className, sums]) =>
    classRollOf(className, sums, opening.get(className) ?? none, closing.get(className) ?? none),
  );
}
