import { bySize, byText } from '#lib/format/exact-shares';
import { addAt, percentUnits, sum } from '../bigint-math.ts';
import { availableToIssue, type Balance, type Capacity, capacityOf } from '../capacity.ts';
import type { Holding } from './cap-table.ts';
import type { ClassDilution } from './dilution.ts';
import type { ClassOwnership } from './ownership.ts';

/**
 * The cap table as one matrix: a line per holder, a column per class, and lines with the figures of the whole
 * class. Exact. Shares of different classes are never added up: the registry reports no ratio between them.
 */

/** What percentages are of: outstanding shares, or outstanding and reserved ones. */
export type Basis = 'outstanding' | 'diluted';

export type MatrixClass = Capacity & {
  className: string;
  /** Sum of its holdings; null while some are missing or one has no figure. */
  held: bigint | null;
};

/** Null: not known. Undefined: none. */
export type MatrixCell = bigint | null | undefined | 'Unlimited';

export type MatrixLine = {
  id: string;
  row: 'holder' | 'rest' | 'group' | 'figure' | 'difference';
  name: string;
  account: string;
  /** Account id of the holder's page; '' where there is none. */
  profile: string;
  /** Account type: the group of the holder. */
  kind: string;
  /** Counts in what percentages are of. */
  inBase: boolean;
  byClass: Readonly<Record<string, MatrixCell>>;
};

const withoutLimits: Capacity = {
  authorized: null,
  unlimited: false,
  issued: null,
  outstanding: null,
  reserved: null,
  dollars: false,
};

/** Classes in the order of the balances; one that only a holding names is last, so that nothing is lost. */
export function matrixClasses(
  holdings: readonly Pick<Holding, 'className' | 'shares' | 'dollars'>[],
  balances: readonly Balance[] | null,
  isComplete: boolean,
): MatrixClass[] {
  const held = new Map<string, bigint | null>();
  for (const one of balances ?? []) held.set(one.className, 0n);
  for (const { className, shares } of holdings) addAt(held, className, shares);
  return [...held].map(([className, total]) => {
    const balance = balances?.find((one) => one.className === className);
    const dollars = holdings.some((one) => one.className === className && one.dollars);
    return {
      ...(balance ? capacityOf(balance) : { ...withoutLimits, dollars }),
      className,
      held: isComplete ? total : null,
    };
  });
}

/** One line per account, also where two have the same name. `kinds` gives account types that holdings lack. */
export function holderLines(
  holdings: readonly Holding[],
  kinds: ReadonlyMap<string, string> = new Map(),
): MatrixLine[] {
  const lines = new Map<string, MatrixLine & { byClass: Record<string, MatrixCell> }>();
  for (const { holder, account, profile, name, kind, className, shares } of holdings) {
    const line = lines.get(holder) ?? {
      id: holder,
      row: 'holder',
      name,
      account,
      profile,
      kind: kind || kinds.get(holder) || '',
      inBase: true,
      byClass: {},
    };
    lines.set(holder, line);
    line.byClass[className] = added(line.byClass[className], shares);
  }
  return [...lines.values()];
}

const added = (before: MatrixCell, more: MatrixCell): MatrixCell => {
  if (more === undefined) return before;
  if (before === undefined) return more;
  return typeof before === 'bigint' && typeof more === 'bigint' ? before + more : null;
};

const line = (
  id: string,
  row: MatrixLine['row'],
  name: string,
  inBase: boolean,
  byClass: MatrixLine['byClass'],
): MatrixLine => ({ id, row, name, account: '', profile: '', kind: '', inBase, byClass });

const isHolding = (cell: MatrixCell) => cell !== undefined && cell !== 0n;

/** Counts an account without holdings as no holder. */
const holdsAny = ({ byClass }: MatrixLine) => Object.values(byClass).some(isHolding);

const noKind = 'Type not reported';

const holdersText = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'holder' : 'holders'}`;

/** Subtotal of each account type, largest first by the first class; none where all have one type. */
export function groupLines(lines: readonly MatrixLine[], classes: readonly MatrixClass[]): MatrixLine[] {
  const groups = new Map<string, { holders: number; byClass: Record<string, MatrixCell> }>();
  for (const one of lines) {
    const group = groups.get(one.kind) ?? { holders: 0, byClass: {} };
    groups.set(one.kind, group);
    if (holdsAny(one)) group.holders += 1;
    for (const [className, cell] of Object.entries(one.byClass))
      group.byClass[className] = added(group.byClass[className], cell);
  }
  if (groups.size < 2) return [];
  const size = (one: MatrixLine, className: string) => {
    const cell = one.byClass[className];
    return cell === undefined ? 0n : typeof cell === 'bigint' ? cell : null;
  };
  return [...groups]
    .map(([kind, { holders, byClass }]) => ({
      ...line(`group/${kind}`, 'group', `${kind || noKind}, ${holdersText(holders)}`, true, byClass),
      kind,
    }))
    .sort((a, b) => {
      for (const { className } of classes) {
        const order = bySize(size(a, className), size(b, className));
        if (order !== 0) return order;
      }
      return byText(a.name, b.name);
    });
}

const eachClass = (classes: readonly MatrixClass[], cell: (one: MatrixClass) => MatrixCell) =>
  Object.fromEntries(classes.map((one) => [one.className, cell(one)]));

const less = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);
const fullyDiluted = ({ outstanding, reserved }: MatrixClass) => sum([outstanding, reserved]);

/** Holders less outstanding where they differ; null when all agree or cannot be compared. */
function differenceLine(classes: readonly MatrixClass[]): MatrixLine | null {
  const byClass = eachClass(classes, ({ held, outstanding }) => less(held, outstanding) || undefined);
  const differs = Object.values(byClass).some((cell) => typeof cell === 'bigint');
  return differs
    ? line('difference', 'difference', 'Difference: holders less outstanding', false, byClass)
    : null;
}

/**
 * The figures of each class from its balance. `dilution` adds the named reserves to the fully diluted figures.
 * Treasury is left out where no class has any.
 */
export function figureLines(
  classes: readonly MatrixClass[],
  basis: Basis,
  dilution: readonly ClassDilution[] = [],
): MatrixLine[] {
  const diluted = basis === 'diluted';
  const figure = (id: string, name: string, inBase: boolean, cell: (one: MatrixClass) => MatrixCell) =>
    line(id, 'figure', name, inBase, eachClass(classes, cell));
  const named = dilution.flatMap(({ className, rows }) =>
    rows
      .filter((row) => row.reserved)
      .map((row) =>
        line(`reserve/${className}/${row.id}`, 'figure', row.name, true, { [className]: row.shares }),
      ),
  );
  const difference = differenceLine(classes);
  const treasury = figure('treasury', 'Treasury', false, (one) => less(one.issued, one.outstanding));
  const hasTreasury = Object.values(treasury.byClass).some((cell) => cell !== 0n);
  return [
    figure('outstanding', 'Outstanding', true, (one) => one.outstanding),
    ...(difference ? [difference] : []),
    ...(diluted ? named : []),
    figure(
      'reserved',
      diluted && named.length > 0 ? 'All reserves' : 'Reserved',
      diluted,
      (one) => one.reserved,
    ),
    ...(diluted ? [figure('diluted', 'Fully diluted', true, fullyDiluted)] : []),
    ...(hasTreasury ? [treasury] : []),
    figure('issued', 'Issued', false, (one) => one.issued),
    figure('authorized', 'Authorized', false, (one) => (one.unlimited ? 'Unlimited' : one.authorized)),
    figure('available', 'Available to issue', false, (one) =>
      one.unlimited ? 'Unlimited' : availableToIssue(one),
    ),
  ];
}

/** What a percentage of a class is of; the sum of its holdings where the registry sent no outstanding. */
export const baseOf = (one: MatrixClass, basis: Basis): bigint | null =>
  basis === 'diluted' ? fullyDiluted(one) : (one.outstanding ?? one.held);

/** Percent units as exact text; undefined where the line has no part of the base. */
export function matrixPercent(
  { byClass, inBase }: MatrixLine,
  one: MatrixClass,
  basis: Basis,
): string | null | undefined {
  const cell = byClass[one.className];
  if (!inBase || cell === undefined || cell === 'Unlimited') return undefined;
  return percentUnits(cell, baseOf(one, basis));
}

/** Holders with at least so many percent of some class, exactly; null where no percentage is known. */
export function holdersFrom(
  lines: readonly MatrixLine[],
  classes: readonly MatrixClass[],
  basis: Basis,
  percent: bigint,
): MatrixLine[] | null {
  const bases = classes.flatMap((one) => {
    const base = baseOf(one, basis);
    return base !== null && base > 0n ? [{ className: one.className, base }] : [];
  });
  if (bases.length === 0) return null;
  return lines.filter(
    ({ row, byClass }) =>
      row === 'holder' &&
      bases.some(({ className, base }) => {
        const cell = byClass[className];
        return typeof cell === 'bigint' && cell * 100n >= base * percent;
      }),
  );
}

/**
 * The matrix of a register too large to list: its largest holders of each class, and all others as one line.
 * A holder's shares of a class of which it is not among the largest are not known.
 */
export function largestMatrix(
  ownership: readonly ClassOwnership[],
  balances: readonly Balance[] | null,
): { classes: MatrixClass[]; lines: MatrixLine[] } {
  const listed = ownership.flatMap((one) =>
    one.owners.map((owner) => ({
      holder: owner.id.slice(0, -one.className.length - 1),
      owner,
    })),
  );
  const partial = new Set(ownership.filter(isPartial).map((one) => one.className));
  const classes = matrixClasses(
    listed.map(({ owner }) => ({ ...owner, dollars: false })),
    balances,
    true,
  ).map((one) => {
    const all = ownership.find(({ className }) => className === one.className);
    return { ...one, held: all ? all.held : 0n };
  });
  const lines = holderLines(
    listed.map(({ holder, owner }) => ({
      ...owner,
      holder,
      kind: '',
      restricted: null,
      unrestricted: null,
      classShares: null,
      dollars: false,
    })),
  ).map((one) => ({
    ...one,
    byClass: { ...Object.fromEntries([...partial].map((name) => [name, null])), ...one.byClass },
  }));
  const rest = Object.fromEntries(
    ownership
      .filter(isPartial)
      .map((one) => [one.className, less(one.held, sum(one.owners.map((owner) => owner.shares)))]),
  );
  return {
    classes,
    lines: partial.size > 0 ? [...lines, line('rest', 'rest', 'All other holders', true, rest)] : lines,
  };
}

const isPartial = ({ owners, allAccounts }: ClassOwnership) =>
  allAccounts !== undefined && allAccounts.listed > owners.length;
