import {
  accountOf,
  activeStops,
  compare,
  far,
  halfUp,
  heldAt,
  label,
  outAt,
  perAccount,
  post,
  sizeAt,
  sum,
  unique,
} from './books.ts';
import type {
  Added,
  Change,
  Class,
  Day,
  Dividend,
  Entry,
  Holder,
  Line,
  Model,
  Paper,
  Reserve,
  Rounding,
} from './shapes.ts';

export function names(holders: readonly Holder[]): string {
  const all = unique(holders).map(label);
  return all.length > 3 ? `${all[0]} (+${all.length - 1} more)` : all.join('; ');
}

/** N: out of the unissued, a reserve, or treasury's certificates (§3). */
export function issue(
  m: Model,
  entry: Entry,
  cls: Class,
  lines: Line[],
  from: { reserve?: Reserve | undefined; treasury?: Paper[] },
) {
  const add: Added[] = lines.map((line) => ({ ...line, cls, code: line.code ?? 'N' }));
  if (lines.length === 0 || lines.some((one) => accountOf(m, entry.issuer, one.holder)?.isTreasury)) return;
  const cancel = from.treasury ?? [];
  const rest = sum(cancel) - sum(lines);
  const first = cancel[0];
  if (first) {
    if (rest < 0n || cancel.some((one) => !one.isTreasury || one.cls !== cls)) return;
    const { holder, form, prefix, code } = first;
    if (rest > 0n) add.push({ cls, holder, shares: rest, form, prefix, code, key: null });
  }
  const changes = from.reserve
    ? [{ cls, reserve: from.reserve, day: entry.effective, delta: -sum(lines) }]
    : [];
  if (from.reserve && from.reserve.cls !== cls) return;
  return post(m, {
    kind: 'N',
    entry,
    cancel,
    add,
    changes,
    from: '',
    to: names(lines.map((one) => one.holder)),
  });
}

const keepsHolder = [
  'Form change',
  'Legend removal',
  'Legend placement',
  'Split-up',
  'Consolidation',
  'Replacement',
];
const changesCode = ['Registered sale', 'Legend removal', 'Legend placement'];

/** T: the shares of the certificates, in order, make up the lines; what is left goes back as it came (§3). */
export function transfer(
  m: Model,
  entry: Entry,
  purpose: string,
  cancel: Paper[],
  lines: Line[],
  resolves: boolean,
) {
  const cls = cancel[0]!.cls;
  const owners = unique(cancel.map((one) => one.holder));
  const isHome = lines.every((one) => owners.includes(one.holder));
  const toTreasury = lines.some((one) => accountOf(m, entry.issuer, one.holder)?.isTreasury);
  if (isHome !== keepsHolder.includes(purpose) || toTreasury !== (purpose === 'Repurchase')) return;
  if (cancel.some((one) => one.cls !== cls || one.isTreasury)) return;
  const pieces = cancel.map((paper) => ({ paper, shares: paper.shares }));
  const add: Added[] = [];
  for (const line of lines) {
    let wanted = line.shares;
    const codes: Added['code'][] = [];
    for (const piece of pieces) {
      const part = piece.shares < wanted ? piece.shares : wanted;
      if (part > 0n) codes.push(piece.paper.code);
      piece.shares -= part;
      wanted -= part;
    }
    if (wanted > 0n || (!line.code && unique(codes).length > 1)) return;
    add.push({ ...line, cls, code: line.code ?? codes[0]! });
  }
  const rests = pieces.filter((one) => one.shares > 0n);
  if (rests.length > 0 && owners.length > 1) return;
  for (const code of unique(rests.map((one) => one.paper.code))) {
    const some = rests.filter((one) => one.paper.code === code);
    const { holder, form, prefix } = some[0]!.paper;
    add.push({ cls, holder, shares: sum(some), form, prefix, code, key: null });
  }
  const ofCode = (list: readonly Added[], code: string) => sum(list.filter((one) => one.code === code));
  if (
    !changesCode.includes(purpose) &&
    [...'NRBASLO'].some((code) => ofCode(cancel, code) !== ofCode(add, code))
  )
    return;
  if (purpose === 'Legend placement' && ofCode(add, 'N') > ofCode(cancel, 'N')) return;
  const to = names(lines.map((one) => one.holder));
  const stops = resolves ? 'release' : undefined;
  return post(m, { kind: 'T', entry, cancel, add, from: names(cancel.map((one) => one.holder)), to, stops });
}

function balance(cancel: readonly Paper[], shares: bigint): Added[] | undefined {
  const { cls, holder, form, prefix, code } = cancel[0]!;
  if (shares === 0n) return [];
  if (shares < 0n || cancel.some((one) => one.holder !== holder || one.code !== code)) return;
  return [{ cls, holder, shares, form, prefix, code, key: null }];
}

/** R: shares leave the issued ones (§3). */
export function retire(m: Model, entry: Entry, cancel: Paper[], shares: bigint) {
  const { cls, isTreasury } = cancel[0]!;
  const add = balance(cancel, sum(cancel) - shares);
  if (!add || shares <= 0n || cancel.some((one) => one.cls !== cls || one.isTreasury !== isTreasury)) return;
  return post(m, { kind: 'R', entry, cancel, add, from: names(cancel.map((one) => one.holder)), to: '' });
}

/** shares × n / d by the fractional rule (§7); nothing where the rule allows no fraction and there is one. */
function rounded(shares: bigint, n: bigint, d: bigint, rule: Rounding): bigint | undefined {
  const whole = (shares * n) / d;
  if (whole * d === shares * n) return whole;
  if (rule === 'None') return;
  if (rule === 'Round Up') return whole + 1n;
  return rule === 'Round Nearest' ? halfUp(shares * n, d) : whole;
}

export type Target = {
  cls: Class;
  n: bigint;
  d: bigint;
  rounding: Rounding;
  reserve?: Reserve | undefined;
  form: Added['form'];
} & {
  code?: Added['code'];
};

/** C: shares of one class of one account become shares of others (§3). */
export function convert(m: Model, entry: Entry, cancel: Paper[], shares: bigint, targets: Target[]) {
  const { cls, holder, code } = cancel[0]!;
  if (cancel.some((one) => one.cls !== cls || one.isTreasury || one.holder !== holder || one.code !== code))
    return;
  const rest = balance(cancel, sum(cancel) - shares);
  if (!rest || shares <= 0n) return;
  const add: Added[] = [];
  const changes: Change[] = [];
  for (const to of targets) {
    const whole = rounded(shares, to.n, to.d, to.rounding);
    if (whole === undefined || to.cls === cls || (to.reserve && to.reserve.cls !== to.cls)) return;
    if (to.code === 'N' && code !== 'N') return;
    if (whole > 0n)
      add.push({ cls: to.cls, holder, shares: whole, form: to.form, code: to.code ?? code, key: null });
    if (to.reserve) changes.push({ cls: to.cls, reserve: to.reserve, day: entry.effective, delta: -whole });
  }
  if (add.length === 0) return;
  return post(m, {
    kind: 'C',
    entry,
    cancel,
    add: [...add, ...rest],
    changes,
    from: label(holder),
    to: label(holder),
  });
}

/** What each certificate gives rise to: rounded per account, then the largest remainders, ties to the lower number (§7). */
function shareOut(m: Model, papers: Paper[], n: bigint, d: bigint, rule: Rounding): Added[] | undefined {
  const result: Added[] = [];
  for (const holder of m.holders) {
    const mine = papers.filter((one) => one.holder === holder);
    const total = rounded(sum(mine), n, d, rule);
    if (total === undefined) return;
    const parts = mine.map((paper) => ({
      paper,
      shares: (paper.shares * n) / d,
      over: (paper.shares * n) % d,
    }));
    const order = [...parts].sort(
      (a, b) =>
        compare(b.over, a.over) || compare(a.paper.number, b.paper.number) || compare(a.paper.id, b.paper.id),
    );
    for (const part of order.slice(0, Number(total - sum(parts)))) part.shares += 1n;
    for (const { paper, shares } of parts) {
      const { cls, code } = paper;
      if (shares > 0n)
        result.push({ cls, holder, shares, code, form: 'BookEntry', key: null, parent: paper });
    }
  }
  return result;
}

const isTouchedAfter = (m: Model, cls: Class, day: Day) =>
  cls.action > day ||
  m.papers.some(
    (one) => one.cls === cls && (one.issued > day || (one.canceled > day && one.canceled < far)),
  ) ||
  m.changes.some((one) => one.cls === cls && one.reserve && one.day > day);

export type Split = {
  cls: Class;
  n: bigint;
  d: bigint;
  rounding: Rounding;
  authorized: bigint;
  adjusts: boolean;
};

/** F and V: n new shares for d old ones, of every account, treasury and reserves included (§3, §7). */
export function split(m: Model, entry: Entry, given: Split) {
  const { cls, n, d, rounding } = given;
  const day = entry.effective;
  const isForward = n > d;
  const papers = heldAt(m, cls, day);
  const add = shareOut(m, papers, isForward ? n - d : n, d, rounding);
  if (!add || papers.length === 0 || (isForward && add.length === 0) || isTouchedAfter(m, cls, day)) return;
  const changes: Change[] = given.authorized === 0n ? [] : [{ cls, day, delta: given.authorized }];
  for (const reserve of given.adjusts ? m.reserves.filter((one) => one.cls === cls) : []) {
    const size = sizeAt(m, reserve, day);
    changes.push({ cls, reserve, day, delta: (size * n) / d - size });
  }
  const cancel = isForward ? [] : papers;
  const kind = isForward ? 'F' : 'V';
  const made = post(m, {
    kind,
    entry,
    cancel,
    add,
    changes,
    from: cls.name,
    to: 'All holders',
    stops: 'move',
  });
  if (!made) return;
  cls.action = day;
  if (isForward) return made;
  cls.isReversed = true;
  for (const old of papers) {
    const heir = made.added.find((one) => one.parent === old);
    for (const stop of activeStops(m, old)) {
      stop.released = day;
      if (heir) m.stops.push({ ...stop, id: 0n, paper: heir, released: '' });
    }
    const kept = 'Post-split certificate not surrendered';
    if (old.form === 'Certificate')
      m.stops.push({ id: 0n, paper: old, kind: kept, placed: day, released: '' });
  }
  return made;
}

/** Cents of a cash dividend, shares of a stock one, with the shares of the record day (§7, §9.15). */
export function owed(m: Model, one: Dividend): { shares: bigint; amount: bigint } {
  const list = perAccount(outAt(m, one.cls, one.record));
  const rule = one.rounding === 'None' ? 'Round Down' : one.rounding;
  const parts = list.map(({ shares }) =>
    one.kind === 'Stock' ? rounded(shares, one.n, one.d, rule)! : halfUp(shares * one.micros, 10_000n),
  );
  return { shares: sum(list), amount: parts.reduce((total, part) => total + part, 0n) };
}

/** D: additional shares to the holders of record, none to treasury; not with a record day before the last split. */
export function payStock(m: Model, entry: Entry, one: Dividend) {
  const { cls, record } = one;
  if (one.paid || record > entry.effective || record < cls.action) return;
  if (record === entry.effective && isTouchedAfter(m, cls, record)) return;
  const add = shareOut(m, outAt(m, cls, record), one.n, one.d, one.rounding);
  if (!add || add.length === 0) return;
  const due = owed(m, one);
  const made = post(m, { kind: 'D', entry, cancel: [], add, from: cls.name, to: 'All holders' });
  if (!made) return;
  one.paid = due;
  cls.action = record;
  return made;
}
