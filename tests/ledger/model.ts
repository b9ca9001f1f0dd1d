/**
 * A second register, as simple as possible: one list of certificates and loops over it. It shares no code with
 * the ledger and has no indexes, caches or daily totals.
 */
export type Paper = {
  id: bigint;
  number: bigint;
  prefix: string;
  cls: number;
  holder: number;
  shares: bigint;
  code: string;
  from: number;
  /** The day it was canceled; a far future day while outstanding. */
  to: number;
  /** Moved, or made by a movement: it is the nominee's position of its class. */
  isPosition?: boolean;
};

export type Change = { cls: number; day: number; delta: bigint };
export type Rounding = 'Round Up' | 'Round Down' | 'Round Nearest' | 'Cash In Lieu';

export const far = 1_000_000;
export const treasury = 6;
export const nominee = 5;

export type Model = { papers: Paper[]; authorized: Change[]; reserved: Change[]; actionDay: number[] };

export function emptyModel(): Model {
  return { papers: [], authorized: [], reserved: [], actionDay: [-far, -far] };
}

const upTo = (changes: Change[], cls: number, day: number) => {
  let sum = 0n;
  for (const one of changes) if (one.cls === cls && one.day <= day) sum += one.delta;
  return sum;
};

export function heldAt(model: Model, cls: number, day: number): Paper[] {
  return model.papers.filter((one) => one.cls === cls && one.from <= day && one.to > day);
}

export function sum(papers: Paper[]): bigint {
  let total = 0n;
  for (const one of papers) total += one.shares;
  return total;
}

export type Totals = Record<
  'issued' | 'treasury' | 'outstanding' | 'restricted' | 'reserved' | 'certificates' | 'holders',
  bigint
>;

export function totalsAt(model: Model, cls: number, day: number): Totals {
  const held = heldAt(model, cls, day);
  const out = held.filter((one) => one.holder !== treasury);
  const holders: number[] = [];
  for (const one of out) if (!holders.includes(one.holder)) holders.push(one.holder);
  return {
    issued: sum(held),
    treasury: sum(held) - sum(out),
    outstanding: sum(out),
    restricted: sum(out.filter((one) => one.code !== 'N')),
    reserved: upTo(model.reserved, cls, day),
    certificates: BigInt(out.length),
    holders: BigInt(holders.length),
  };
}

/** The fewest unissued shares on the day or later, if `extra` more were issued or reserved from that day on. */
export function availableFrom(model: Model, cls: number, day: number, extra: bigint): bigint {
  let least: bigint | undefined;
  for (const at of eventDays(model, cls, day)) {
    const free =
      upTo(model.authorized, cls, at) - sum(heldAt(model, cls, at)) - upTo(model.reserved, cls, at) - extra;
    if (least === undefined || free < least) least = free;
  }
  return least ?? 0n;
}

export function reserveFrom(model: Model, cls: number, day: number): bigint {
  let least: bigint | undefined;
  for (const at of eventDays(model, cls, day)) {
    const size = upTo(model.reserved, cls, at);
    if (least === undefined || size < least) least = size;
  }
  return least ?? 0n;
}

export function eventDays(model: Model, cls: number, from: number): number[] {
  const days = [from];
  for (const one of model.papers) if (one.cls === cls) days.push(one.from, one.to);
  for (const one of [...model.authorized, ...model.reserved]) if (one.cls === cls) days.push(one.day);
  return days.filter((day) => day >= from && day < far);
}

/** True if the class has an event after this day. */
export function isLater(model: Model, cls: number, day: number): boolean {
  if (model.actionDay[cls]! > day) return true;
  for (const one of model.papers) {
    if (one.cls === cls && (one.from > day || (one.to > day && one.to < far))) return true;
  }
  return model.reserved.some((one) => one.cls === cls && one.day > day);
}

/** shares × n / d, rounded; counts up one share at a time, so that no formula's mistake is repeated. */
export function rounded(shares: bigint, n: bigint, d: bigint, rule: Rounding): bigint {
  let whole = 0n;
  const exact = shares * n;
  let step = 1n;
  while ((whole + step) * d <= exact) step *= 2n;
  for (; step > 0n; step /= 2n) while ((whole + step) * d <= exact) whole += step;
  const rest = exact - whole * d;
  if (rest === 0n) return whole;
  if (rule === 'Round Up') return whole + 1n;
  if (rule === 'Round Nearest' && rest + rest >= d) return whole + 1n;
  return whole;
}

/** New shares for every certificate of the class, account by account, largest remainder first. */
export function sharesOut(
  model: Model,
  cls: number,
  day: number,
  n: bigint,
  d: bigint,
  rule: Rounding,
  withTreasury: boolean,
): { paper: Paper; shares: bigint }[] {
  const result: { paper: Paper; shares: bigint }[] = [];
  for (let holder = 0; holder <= treasury; holder += 1) {
    if (holder === treasury && !withTreasury) continue;
    const papers = heldAt(model, cls, day).filter((one) => one.holder === holder);
    papers.sort((a, b) => (a.number === b.number ? (a.id < b.id ? -1 : 1) : a.number < b.number ? -1 : 1));
    let left = rounded(sum(papers), n, d, rule);
    const parts = papers.map((paper) => ({
      paper,
      shares: rounded(paper.shares, n, d, 'Round Down'),
      got: false,
    }));
    for (const part of parts) left -= part.shares;
    while (left > 0n) {
      let best: (typeof parts)[number] | undefined;
      for (const part of parts) {
        if (part.got) continue;
        const rest = (part.paper.shares * n) % d;
        if (!best || rest > (best.paper.shares * n) % d) best = part;
      }
      best!.shares += 1n;
      best!.got = true;
      left -= 1n;
    }
    for (const part of parts) if (part.shares > 0n) result.push(part);
  }
  return result;
}

type Made = Pick<Paper, 'cls' | 'holder' | 'shares' | 'code' | 'isPosition'>;

/**
 * What the nominee is issued joins its position: the moved one, else the one surrendered, else the largest. A transfer
 * takes in the nominee's other papers of the class.
 */
export function joined(
  model: Model,
  kind: 'N' | 'T' | 'C' | 'R',
  { cancel, add, day }: { cancel: Paper[]; add: Made[]; day: number },
): { cancel: Paper[]; add: Made[] } {
  const canceled = [...cancel];
  let made = [...add];
  for (const cls of [0, 1]) {
    const lines = made.filter((one) => one.cls === cls && one.holder === nominee);
    const open = model.papers.filter((one) => one.cls === cls && one.holder === nominee && one.to === far);
    if (lines.length === 0 || open.some((one) => one.isPosition && one.from > day)) continue;
    const rank = (one: Paper) => (one.isPosition ? 0 : cancel.includes(one) ? 1 : 2);
    const less = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
    const movable = open.filter((one) => one.from <= day);
    movable.sort((a, b) => rank(a) - rank(b) || less(b.shares, a.shares) || less(a.id, b.id));
    const [position, ...others] = movable;
    if (!position) continue;
    const all = kind === 'T' ? [position, ...others] : [position];
    const takenIn = all.filter((one) => !cancel.includes(one));
    const shares = [...lines, ...takenIn].reduce((total, one) => total + one.shares, 0n);
    if (shares === position.shares) continue;
    canceled.push(...takenIn);
    position.isPosition = true;
    made = made.filter((one) => !lines.includes(one));
    made.push({ cls, holder: nominee, shares, code: 'N', isPosition: true });
  }
  return { cancel: canceled, add: made };
}
