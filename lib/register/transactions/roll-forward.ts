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

/** Opening and closing as read, every column between, and what they do not explain. */
export type Roll = {
  opening: bigint | null;
  moved: Readonly<Record<RollColumn, bigint | null>>;
  computed: bigint | null;
  closing: bigint | null;
  /** Closing as read less closing as computed; null where a part is not known. */
  residual: bigint | null;
};

/** A transaction and its effect on one account in one class. */
export type HolderMove = {
  entry: JournalEntry;
  column: RollColumn;
  net: bigint | null;
  /** Names of the accounts on the other side; empty where shares were issued or retired. */
  counterparties: readonly string[];
};

export type HolderRoll = Roll & {
  holder: string;
  name: string;
  className: string;
  moves: readonly HolderMove[];
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
const zero = (): Record<RollColumn, bigint | null> => ({
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
const netOf = (lines: readonly JournalLine[]) => sum(lines.map(signed));
const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);

function rolled(
  opening: bigint | null,
  moved: Record<RollColumn, bigint | null>,
  closing: bigint | null,
): Roll {
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

/** Effects of one transaction on the holders' shares of a class: between holders, and from or to the treasury. */
function outstandingMoves(code: string, nets: readonly (bigint | null)[], treasury: bigint | null): Move[] {
  const whole = sum(nets);
  if (whole === null || treasury === null) return [{ column: classColumn(code, null), net: null }];
  const isShown = code === 'T' || code === 'N';
  const out = isShown && treasury > 0n ? -treasury : 0n;
  const back = isShown && treasury < 0n ? -treasury : 0n;
  const moves: Move[] = [
    { column: 'toTreasury', net: out },
    { column: 'fromTreasury', net: back },
  ];
  if (code !== 'T') return [...moves, { column: classColumn(code, whole), net: whole - out - back }];
  const gone = nets.reduce<bigint>((total, net) => total + (net !== null && net < 0n ? net : 0n), 0n);
  return [
    ...moves,
    { column: 'received', net: whole - gone - back },
    { column: 'surrendered', net: gone - out },
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

const classesOf = (entry: JournalEntry): ReadonlyMap<string, JournalLine[]> =>
  Map.groupBy(linesOfEntry(entry), ({ className }) => className);

/** Key of the account of a line, as the ownership of both days has it; null for treasury. */
export type HolderOf = (line: JournalLine) => string;

const holdersOf = (lines: readonly JournalLine[], holderOf: HolderOf) =>
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
  const moved = new Map<
    string,
    Record<'outstanding' | 'issued' | 'treasury' | 'restricted', Record<RollColumn, bigint | null>>
  >();
  const of = (className: string) => {
    const known = moved.get(className) ?? {
      outstanding: zero(),
      issued: zero(),
      treasury: zero(),
      restricted: zero(),
    };
    moved.set(className, known);
    return known;
  };
  const add = (to: Record<RollColumn, bigint | null>, { column, net }: Move) => {
    to[column] = sum([to[column], net]);
  };
  for (const className of [...closing.keys(), ...opening.keys()]) of(className);
  for (const entry of entries)
    for (const [className, lines] of classesOf(entry)) {
      const to = of(className);
      const treasury = netOf(lines.filter((line) => line.treasury));
      const nets = [...holdersOf(lines, holderOf).values()].map(netOf);
      for (const move of outstandingMoves(entry.code, nets, treasury)) add(to.outstanding, move);
      const whole = netOf(lines);
      add(to.issued, { column: classColumn(entry.code, whole), net: whole });
      add(to.treasury, treasuryMove(entry.code, treasury));
      const restricted = restrictedNet(lines.filter((line) => !line.treasury));
      add(to.restricted, { column: classColumn(entry.code, restricted), net: restricted });
    }
  return [...moved].map(([className, sums]) => {
    const [first, last] = [opening.get(className) ?? none, closing.get(className) ?? none];
    return {
      className,
      outstanding: rolled(first.outstanding, sums.outstanding, last.outstanding),
      issued: rolled(first.issued, sums.issued, last.issued),
      treasury: rolled(
        minus(first.issued, first.outstanding),
        sums.treasury,
        minus(last.issued, last.outstanding),
      ),
      restricted: rolled(first.restricted, sums.restricted, last.restricted),
    };
  });
}

export type Holding = { holder: string; name: string; className: string; shares: bigint | null };

/** The same per holder and class, for every account that held or moved shares; `entries` as for `rollClasses`. */
export function rollHolders(
  entries: readonly JournalEntry[],
  opening: readonly Holding[],
  closing: readonly Holding[],
  holderOf: HolderOf,
): HolderRoll[] {
  const idOf = (holder: string, className: string) => `${holder}/${className}`;
  const names = new Map<string, { holder: string; name: string; className: string }>();
  const moves = new Map<string, HolderMove[]>();
  for (const { holder, name, className } of [...opening, ...closing])
    names.set(idOf(holder, className), { holder, name, className });
  for (const entry of entries)
    for (const [className, lines] of classesOf(entry)) {
      const accounts = holdersOf(lines, holderOf);
      for (const [holder, own] of accounts) {
        const id = idOf(holder, className);
        if (!names.has(id)) names.set(id, { holder, name: own[0]?.name ?? holder, className });
        const net = netOf(own);
        // Only a transfer has another side; a split has as many lines as holders.
        const counterparties =
          entry.code === 'T'
            ? [
                ...new Set(
                  lines.filter((line) => line.treasury || holderOf(line) !== holder).map((line) => line.name),
                ),
              ]
            : [];
        const move = { entry, column: holderColumn(entry.code, net), net, counterparties };
        moves.set(id, [...(moves.get(id) ?? []), move]);
      }
    }
  const sharesOf = (held: readonly Holding[]) =>
    new Map(held.map((one) => [idOf(one.holder, one.className), one.shares]));
  const [first, last] = [sharesOf(opening), sharesOf(closing)];
  const sharesIn = (held: ReadonlyMap<string, bigint | null>, id: string) =>
    held.has(id) ? (held.get(id) ?? null) : 0n;
  return [...names].map(([id, who]) => {
    const own = moves.get(id) ?? [];
    const moved = zero();
    for (const { column, net } of own) moved[column] = sum([moved[column], net]);
    return { ...who, moves: own, ...rolled(sharesIn(first, id), moved, sharesIn(last, id)) };
  });
}
