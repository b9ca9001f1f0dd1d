import type {
  Added,
  Change,
  Class,
  Day,
  Entry,
  Holder,
  Issuer,
  Model,
  Owed,
  Paper,
  Reserve,
  Txn,
} from './shapes.ts';

/**
 * A second register, as naive as can be, written from domain §2–§5, §7, §9, §16 and the decisions: plain arrays, loops
 * over all of them, no SQL, no index, no remembered total. A verb answers what it made, or nothing where a rule refuses.
 */
export const far = '9999-12-31';

export const sum = (list: readonly { shares: bigint }[]) =>
  list.reduce((total, one) => total + one.shares, 0n);
export const unique = <T>(list: readonly T[]) => list.filter((one, at) => list.indexOf(one) === at);
export const compare = (a: string | bigint, b: string | bigint) => (a < b ? -1 : a > b ? 1 : 0);
export const halfUp = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole);
export const label = (holder: Holder) => holder.lines.filter(Boolean).join(' ');
export const plusDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export const heldAt = (m: Model, cls: Class, day: Day): Paper[] =>
  m.papers.filter((one) => one.cls === cls && one.issued <= day && one.canceled > day);
export const outAt = (m: Model, cls: Class, day: Day) => heldAt(m, cls, day).filter((one) => !one.isTreasury);
export const accountOf = (m: Model, issuer: Issuer, holder: Holder) =>
  m.accounts.find((one) => one.issuer === issuer && one.holder === holder);
/** The changes of a reserve, or of the authorized shares of a class, up to a day. */
const changedBy = (m: Model, day: Day, isOf: (one: Change) => boolean) =>
  m.changes.reduce((total, one) => (one.day <= day && isOf(one) ? total + one.delta : total), 0n);
export const sizeAt = (m: Model, reserve: Reserve, day: Day) =>
  changedBy(m, day, (one) => one.reserve === reserve);
export const authorizedAt = (m: Model, cls: Class, day: Day) =>
  cls.isUnlimited ? 0n : changedBy(m, day, (one) => one.cls === cls && !one.reserve);
export const reservedAt = (m: Model, cls: Class, day: Day) =>
  changedBy(m, day, (one) => one.cls === cls && one.reserve !== undefined);
/** An inactive issuer's records are read only (§4). */
export const isOpen = (issuer: Issuer) => issuer.status !== 'Inactive';
export const activeStops = (m: Model, paper: Paper) =>
  m.stops.filter((one) => one.paper === paper && !one.released);

/** §10, 1 and 10: on this day and every later one nothing is over the limit and no reserve is short. */
export function isSound(m: Model, cls: Class, from: Day): boolean {
  const papers = m.papers.filter((one) => one.cls === cls);
  const changes = m.changes.filter((one) => one.cls === cls);
  const days = [
    from,
    ...papers.flatMap((one) => [one.issued, one.canceled]),
    ...changes.map((one) => one.day),
  ];
  const reserves = unique(changes.flatMap((one) => one.reserve ?? []));
  return unique(days.filter((day) => day >= from && day < far)).every((day) => {
    const short = reserves.some((one) => sizeAt(m, one, day) < 0n);
    const free = authorizedAt(m, cls, day) - sum(heldAt(m, cls, day)) - reservedAt(m, cls, day);
    return !short && (cls.isUnlimited || free >= 0n);
  });
}

export type Post = { kind: string; entry: Entry; cancel: Paper[]; add: Added[]; changes?: Change[] } & {
  from: string;
  to: string;
  stops?: 'release' | 'move';
};
export type Made = { txn: Txn; added: Paper[] };

export function enter(m: Model, kind: string, entry: Entry): Txn {
  const charged = m.txns.filter((one) => one.issuer === entry.issuer && one.invoice > 0n).length;
  const { issuer, key, received, presentor, isItem, isRoutine } = entry;
  const invoice = entry.isCharged ? BigInt(charged) + 1n : 0n;
  const days = { effective: '', completed: '', rejected: '', processed: '' };
  return {
    id: 0n,
    key,
    issuer,
    kind,
    status: 'Pending',
    received,
    ...days,
    presentor,
    invoice,
    isItem,
    isRoutine,
    from: '',
    to: '',
  };
}

/**
 * A change of the authorized shares or of a reserve outside any entry; taken back where it is not allowed (§9.13). The
 * first limit of a class without one holds from the day it was opened.
 */
export function change(m: Model, one: Change): boolean {
  const { cls } = one;
  if (!isOpen(cls.issuer) || one.day < cls.opened) return false;
  const isFirst = cls.isUnlimited && !one.reserve;
  const made = isFirst ? { ...one, day: cls.opened } : one;
  if (isFirst) cls.isUnlimited = false;
  m.changes.push(made);
  if (isSound(m, cls, made.day)) return true;
  m.changes.pop();
  if (isFirst) cls.isUnlimited = true;
  return false;
}

/** One balanced entry under the rules of every entry (§2, §3, §4, §5.2). */
export function post(m: Model, given: Post): Made | undefined {
  const { kind, entry, cancel, add, changes = [] } = given;
  const { issuer, effective, today, pending } = entry;
  const classes = unique([...cancel, ...add].map((one) => one.cls));
  if (issuer.status !== 'Active' || effective > today || entry.received > entry.processed) return;
  if (pending && (pending.status !== 'Pending' || pending.kind !== kind)) return;
  if (
    classes.some((one) => one.opened > effective || one.action > effective) ||
    unique(cancel).length < cancel.length
  )
    return;
  if (cancel.some((one) => one.canceled !== far || one.issued > effective)) return;
  if (!given.stops && cancel.some((one) => activeStops(m, one).length > 0)) return;
  const wasStopped = (one: Paper) =>
    m.stops.some((stop) => stop.paper === one && stop.placed <= effective && stop.released > effective);
  if (given.stops !== 'move' && cancel.some(wasStopped)) return;
  if (add.some((one) => one.shares <= 0n || !accountOf(m, issuer, one.holder))) return;
  if (add.some((one) => one.holder.isNominee && one.code !== 'N')) return;
  const txn = pending ?? enter(m, kind, entry);
  const added = add.map((one): Paper => {
    const book = one.holder.isNominee ? 'FB' : one.cls.book;
    const prefix = one.prefix ?? (one.form === 'Certificate' ? one.cls.paper : book);
    const { isTreasury } = accountOf(m, issuer, one.holder)!;
    const isPost = one.cls.isReversed || kind === 'V';
    return {
      ...one,
      id: 0n,
      number: 0n,
      prefix,
      isTreasury,
      isPost,
      issued: effective,
      canceled: far,
      by: txn,
    };
  });
  for (const one of cancel) Object.assign(one, { canceled: effective, end: txn });
  m.papers.push(...added);
  m.changes.push(...changes);
  if (!classes.every((one) => isSound(m, one, effective))) {
    for (const one of cancel) Object.assign(one, { canceled: far, end: undefined });
    m.papers.splice(m.papers.length - added.length);
    m.changes.splice(m.changes.length - changes.length);
    return;
  }
  const { from, to } = given;
  Object.assign(txn, {
    status: 'Completed',
    effective,
    completed: today,
    processed: entry.processed,
    from,
    to,
  });
  if (!pending) m.txns.push(txn);
  if (given.stops === 'release')
    for (const one of cancel) for (const stop of activeStops(m, one)) stop.released = effective;
  return { txn, added };
}

export const perAccount = (papers: readonly Paper[]): Owed[] =>
  unique(papers.map((one) => one.holder)).map((holder) => ({
    holder,
    shares: sum(papers.filter((one) => one.holder === holder)),
  }));
