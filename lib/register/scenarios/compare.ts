import { bySize, byText } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { magnitude, percentUnits, sum } from '../bigint-math.ts';
import { quantity } from '../quantity.ts';
import {
  classIn,
  dilutedOf,
  issuedOf,
  outstandingOf,
  type Register,
  reservedOf,
  type ScenarioClass,
} from './start.ts';

/** Two registers beside each other: before and after a scenario, or after two scenarios. Exact. */

export type Verdict = {
  className: string;
  kind: 'exceeded' | 'to authorize' | 'left' | 'unlimited' | 'unknown';
  shares: bigint | null;
  text: string;
};

const availableOf = (one: ScenarioClass): bigint | null => {
  const [issued, reserved] = [issuedOf(one), reservedOf(one)];
  if (one.unlimited || one.authorized === null || issued === null || reserved === null) return null;
  return one.authorized - issued - reserved;
};

/** Whether issued and reserved shares fit into the authorized ones. */
export function verdictOf(one: ScenarioClass): Verdict {
  const { className, dollars } = one;
  if (one.unlimited) return { className, kind: 'unlimited', shares: null, text: 'No limit' };
  const available = availableOf(one);
  const needed = one.isNew ? (issuedOf(one) ?? 0n) + (reservedOf(one) ?? 0n) : null;
  if (available === null && needed !== null && one.authorized === null)
    return {
      ...{ className, kind: 'to authorize', shares: needed },
      text: `${quantity(needed, dollars)} to be authorized`,
    };
  if (available === null)
    return {
      className,
      kind: 'unknown',
      shares: null,
      text: 'Not known: the registry did not send every figure',
    };
  if (available < 0n)
    return {
      ...{ className, kind: 'exceeded', shares: -available },
      text: `Exceeds authorized by ${quantity(-available, dollars)}`,
    };
  return {
    className,
    kind: 'left',
    shares: available,
    text: `${quantity(available, dollars)} available to issue`,
  };
}

const severity: Record<Verdict['kind'], number> = {
  exceeded: 0,
  'to authorize': 1,
  unknown: 2,
  left: 3,
  unlimited: 4,
};

/** Of every class, what exceeds first. */
export const verdictsOf = ({ classes }: Register): Verdict[] =>
  classes.map(verdictOf).sort((a, b) => severity[a.kind] - severity[b.kind]);

/** Null: not known. Undefined: none. */
export type Figure = bigint | null | undefined | 'Unlimited';
export type FigureLine = {
  id: string;
  label: string;
  before: Figure;
  after: Figure;
  change: bigint | null | undefined;
};
export type ClassChange = {
  className: string;
  dollars: boolean;
  lines: readonly FigureLine[];
  isChanged: boolean;
};

const changeOf = (before: Figure, after: Figure): bigint | null | undefined => {
  if (before === 'Unlimited' || after === 'Unlimited') return undefined;
  if (before === undefined || after === undefined) return undefined;
  return before === null || after === null ? null : after - before;
};

const authorizedOf = (one: ScenarioClass): Figure => (one.unlimited ? 'Unlimited' : one.authorized);
const figures: readonly [id: string, label: string, read: (one: ScenarioClass) => Figure][] = [
  ['outstanding', 'Outstanding', outstandingOf],
  ['treasury', 'Treasury', (one) => one.treasury],
  ['reserved', 'Reserved', reservedOf],
  ['diluted', 'Fully diluted', dilutedOf],
  ['authorized', 'Authorized', authorizedOf],
  ['available', 'Available to issue', (one) => (one.unlimited ? 'Unlimited' : availableOf(one))],
];

const classNames = (before: Register, after: Register) => [
  ...new Set([...after.classes, ...before.classes].map(({ className }) => className)),
];

/** The figures of each class on both sides; what has changed first, otherwise in the order of the classes. */
export function classChanges(before: Register, after: Register): ClassChange[] {
  const all = classNames(before, after).map((className): ClassChange => {
    const [a, b] = [classIn(before, className), classIn(after, className)];
    const lines = figures.map(([id, label, read]): FigureLine => {
      const [was, is] = [a && read(a), b && read(b)];
      return { id, label, before: was, after: is, change: changeOf(was, is) };
    });
    const isChanged = lines.some(({ before: was, after: is }) => was !== is);
    return { className, dollars: (b ?? a)?.dollars ?? false, lines, isChanged };
  });
  return [...all.filter((one) => one.isChanged), ...all.filter((one) => !one.isChanged)];
}

export type HolderLine = {
  id: string;
  row: 'holder' | 'group' | 'reserve' | 'total';
  name: string;
  account: string;
  profile: string;
  before: bigint | null;
  after: bigint | null;
  change: bigint | null;
  /** Percent units; null where there is no part, or no whole. */
  ownedBefore: string | null;
  ownedAfter: string | null;
  dilutedBefore: string | null;
  dilutedAfter: string | null;
};

export type HolderChanges = { lead: readonly HolderLine[]; holders: readonly HolderLine[] };

type Sides = {
  outstanding: readonly [bigint | null, bigint | null];
  diluted: readonly [bigint | null, bigint | null];
};

function lineOf(
  about: Pick<HolderLine, 'id' | 'row' | 'name'> & Partial<HolderLine>,
  [before, after]: readonly [bigint | null, bigint | null],
  { outstanding, diluted }: Sides,
  isOutstanding: boolean,
): HolderLine {
  return {
    ...{ account: '', profile: '', ...about, before, after },
    change: before === null || after === null ? null : after - before,
    ownedBefore: isOutstanding ? percentUnits(before, outstanding[0]) : null,
    ownedAfter: isOutstanding ? percentUnits(after, outstanding[1]) : null,
    dilutedBefore: percentUnits(before, diluted[0]),
    dilutedAfter: percentUnits(after, diluted[1]),
  };
}

const isPartOf = (one: ScenarioClass | undefined, id: string) => one?.holdings.get(id) ?? 0n;

/** Every holder of a class on both sides, below the totals of old and new holders and of each reserve. */
export function holderChanges(before: Register, after: Register, className: string): HolderChanges {
  const [a, b] = [classIn(before, className), classIn(after, className)];
  const of = (read: (one: ScenarioClass) => bigint | null) => [a ? read(a) : 0n, b ? read(b) : 0n] as const;
  const sides: Sides = { outstanding: of(outstandingOf), diluted: of(dilutedOf) };
  const ids = new Set([...(a?.holdings.keys() ?? []), ...(b?.holdings.keys() ?? [])]);
  const holders = [...ids].map((id) => {
    const holder = after.holders.get(id) ?? before.holders.get(id);
    const { name = id, account = '', profile = '', accounts = 1 } = holder ?? {};
    const shown = accounts > 1 ? `${name} (${accounts.toLocaleString('en-US')} accounts)` : name;
    return {
      isNew: holder?.isNew ?? false,
      line: lineOf(
        { id, row: 'holder', name: shown, account, profile },
        [isPartOf(a, id), isPartOf(b, id)],
        sides,
        true,
      ),
    };
  });
  const group = (id: string, name: string, isNew: boolean) => {
    const own = holders.filter((one) => one.isNew === isNew);
    const all = (side: 'before' | 'after') => own.reduce((sum, { line }) => sum + (line[side] ?? 0n), 0n);
    return own.length === 0
      ? []
      : [lineOf({ id, row: 'group', name }, [all('before'), all('after')], sides, true)];
  };
  const hasNew = holders.some(({ isNew }) => isNew);
  const names = new Set([...(a?.reserves.keys() ?? []), ...(b?.reserves.keys() ?? [])]);
  const lead = [
    ...(hasNew
      ? [...group('old', 'Holders of the register', false), ...group('new', 'New investors', true)]
      : []),
    lineOf({ id: 'outstanding', row: 'total', name: 'Outstanding' }, sides.outstanding, sides, true),
    ...[...names].map((name) =>
      lineOf(
        { id: `reserve/${name}`, row: 'reserve', name },
        [a?.reserves.get(name) ?? 0n, b?.reserves.get(name) ?? 0n],
        sides,
        false,
      ),
    ),
    lineOf({ id: 'diluted', row: 'total', name: 'Fully diluted' }, sides.diluted, sides, false),
  ];
  return {
    lead,
    holders: holders
      .map(({ line }) => line)
      .sort((x, y) => bySize(x.after, y.after) || bySize(x.before, y.before) || byText(x.name, y.name)),
  };
}

/** The holders that change most, then the largest, in the order of the list; all others as one row. */
export function mostChanged(holders: readonly HolderLine[], count: number): HolderLine[] {
  const chosen = new Set(
    [...holders]
      .sort((a, b) => bySize(magnitude(a.change), magnitude(b.change)) || bySize(a.after, b.after))
      .slice(0, count),
  );
  const others = holders.filter((one) => !chosen.has(one));
  const [first] = others;
  if (!first) return [...holders];
  const total = (read: (one: HolderLine) => bigint | null) => sum(others.map(read));
  return [
    ...holders.filter((one) => chosen.has(one)),
    {
      ...{ id: 'others', row: 'group', account: '', profile: '' },
      name: `${formatShares(others.length)} other ${others.length === 1 ? 'holder' : 'holders'}`,
      before: total((one) => one.before),
      after: total((one) => one.after),
      change: total((one) => one.change),
      ...{ ownedBefore: null, ownedAfter: null, dilutedBefore: null, dilutedAfter: null },
    },
  ];
}
