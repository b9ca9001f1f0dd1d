import { by, groups, halfUp, type Model, type Row, type Some, sum, unique, where } from '../rows.ts';

/**
 * A second register, as naive as can be, written from domain §2–§5, §7, §9, §16 and the decisions: plain arrays, loops
 * over all of them, no SQL, no index, no remembered total. A command changes the lists, or throws what refuses it.
 */
export class Refused extends Error {}
export const demand = (isMet: unknown, status = 400) => {
  if (!isMet) throw new Refused(`${status}`);
};
export const far = '9999-12-31';
export const label = (one: Row) => [one.name, one.name2, one.name3].filter(Boolean).join(' ');
export const held = (m: Model, cls: Row, day: string) =>
  where(m.papers, { cls }).filter((one) => one.issued <= day && one.canceled > day);
export const out = (m: Model, cls: Row, day: string) => where(held(m, cls, day), { isTreasury: false });
export const accounts = (papers: readonly Row[]) =>
  groups(papers, 'holder').map((rows) => ({ holder: rows[0]!.holder, shares: sum(rows) }) as Row);
export const accountOf = (m: Model, issuer: Row, holder: Row) => where(m.accounts, { issuer, holder })[0];
/** What events of a kind (issued, authorized, reserved) come to on a day. */
export const total = (m: Model, match: Some, day: string) =>
  sum(where(m.events, match).filter((one) => one.day <= day));
export const isUnlimited = (m: Model, cls: Row) => where(m.events, { cls, kind: 'authorized' }).length === 0;
/** §10, 1 and 10: on this day and every later one nothing is over the limit and no reserve is short. */
export const isSound = (m: Model, cls: Row, from: string) =>
  [from, ...where(m.events, { cls }).map((one) => one.day)].every((day) => {
    if (day < from) return true;
    const taken = total(m, { cls, kind: 'issued' }, day) + total(m, { cls, kind: 'reserved' }, day);
    const isWithin = isUnlimited(m, cls) || taken <= total(m, { cls, kind: 'authorized' }, day);
    return isWithin && where(m.reserves, { cls }).every((reserve) => total(m, { reserve }, day) >= 0n);
  });
const isUntouched = (m: Model, cls: Row, from: string) =>
  where(m.events, { cls }).every((one) => one.day <= from || one.kind === 'authorized') && cls.action <= from;
const stopsOn = (m: Model, papers: Row[]) => m.stops.filter((one) => papers.includes(one.certificate));
const isAlike = (papers: Some[], word: keyof Row) => groups(papers, word).length <= 1;
export const names = (list: readonly Row[]) => {
  const all = groups(list, 'holder').map(([one]) => label(one!.holder));
  return all.length > 3 ? `${all[0]} (+${all.length - 1} more)` : all.join('; ');
};
/** shares × n / d by the fractional rule (§7). */
function rounded(shares: bigint, { n, d, rounding }: Pick<Row, 'n' | 'd' | 'rounding'>): bigint {
  const [whole, over] = [(shares * n) / d, (shares * n) % d];
  demand(over === 0n || rounding !== 'None');
  const isUp = rounding === 'Round Up' ? over > 0n : rounding === 'Round Nearest' && over * 2n >= d;
  return isUp ? whole + 1n : whole;
}
/** What each certificate gives rise to: the account's, rounded, by largest remainders, ties to the lower number (§7). */
function shareOut(papers: Row[], ratio: Pick<Row, 'n' | 'd' | 'rounding'>): Some[] {
  const { n, d } = ratio;
  const made = groups(papers.toSorted(by('number id')), 'holder').flatMap((rows) => {
    const over = (one: Row) => (one.shares * n) % d;
    const parts = rows.map((one) => ({ ...one, parent: one, n: -over(one), shares: (one.shares * n) / d }));
    const order = parts.toSorted(by('n number id')).slice(0, Number(rounded(sum(rows), ratio) - sum(parts)));
    return parts.map((one) => ({ ...one, shares: one.shares + (order.includes(one) ? 1n : 0n) }));
  });
  const marks = { form: 'BookEntry', prefix: undefined, key: null, end: undefined };
  return made.filter((one) => one.shares > 0n).map((one) => ({ ...one, ...marks }));
}

const staying = 'Form change, Legend removal, Legend placement, Split-up, Consolidation, Replacement';
const recoding = 'Registered sale, Legend removal, Legend placement';
type Ends = Pick<Some, 'from' | 'to' | 'action' | 'paid'>;
type Movement = Ends & { cancel: Row[]; add: Some[]; events: Some[] };
/** Issue, transfer, retirement, conversion: certificates go, new ones come, what is left goes back as it came (§3). */
function exchange(m: Model, kind: string, given: Row): Movement {
  const { cls, cancel, lines, shares, purpose, effective: day } = given;
  const [first, moved] = [cancel[0], kind === 'R' || kind === 'C' ? shares : sum(lines)];
  const rest = first ? sum(cancel) - moved : 0n;
  demand(moved > 0n && rest >= 0n && cancel.every((one) => one.cls === cls) && isAlike(cancel, 'isTreasury'));
  demand(kind === 'R' || !first || first.isTreasury === (kind === 'N'));
  demand(kind === 'N' || (kind !== 'C' && rest === 0n) || isAlike(cancel, 'holder'));
  demand(kind === 'N' || kind === 'T' || (kind === 'R' && rest === 0n) || isAlike(cancel, 'code'));
  /** The certificates from one share of them up to another. */
  const pieces = (from: bigint, to: bigint) =>
    cancel.flatMap((one, at): Row[] => {
      const [start, stop] = [sum(cancel.slice(0, at)), sum(cancel.slice(0, at + 1))];
      const shares = (stop < to ? stop : to) - (start > from ? start : from);
      return shares > 0n ? [{ ...one, shares, key: null }] : [];
    });
  const add = lines.map((one, at): Some => {
    const start = kind === 'T' ? sum(lines.slice(0, at)) : 0n;
    const under = kind === 'T' ? pieces(start, start + one.shares) : cancel;
    const code = one.code ?? (kind === 'N' ? 'N' : under[0]?.code);
    demand(one.code || kind === 'N' || isAlike(under, 'code'));
    if (kind !== 'C') return { ...one, cls, code };
    demand(one.cls !== cls && (code !== 'N' || first!.code === 'N'));
    return { ...one, code, holder: first!.holder, shares: rounded(shares, one) };
  });
  const drawn = (add as Row[]).filter((one) => one.reserve);
  demand(drawn.every((one) => one.reserve.cls === one.cls) && (kind !== 'C' || sum(add) > 0n));
  const events = drawn.map((one) => ({ ...one, kind: 'reserved', day, shares: -one.shares }));
  const made = kind === 'C' ? add.filter((one) => one.shares! > 0n) : add;
  const toTreasury = made.some((one) => accountOf(m, cls.issuer, one.holder!)?.isTreasury);
  demand(toTreasury === (purpose === 'Repurchase'));
  const left = kind === 'T' ? groups(pieces(moved, sum(cancel)), 'code') : rest > 0n ? [cancel] : [];
  const back = left.map((rows) => ({ ...rows[0]!, shares: kind === 'T' ? sum(rows) : rest, key: null }));
  const all = [...made, ...back];
  const isHome = lines.every((one) => cancel.some(({ holder }) => holder === one.holder));
  demand(kind !== 'T' || isHome === staying.includes(purpose));
  for (const code of kind === 'T' ? 'NRBASLO' : '') {
    const [before, after] = [sum(where(cancel, { code })), sum(where(all, { code }))];
    demand(after === before || recoding.includes(purpose));
    demand(after <= before || purpose !== 'Legend placement' || code !== 'N');
  }
  return { cancel, add: all, events, from: kind === 'N' ? '' : names(cancel), to: names(made as Row[]) };
}
/** Splits, of every account, treasury and reserves included, and stock dividends, to the holders of record (§3, §7). */
function spread(m: Model, kind: string, given: Row): Movement {
  const { dividend, effective: day, increase, isAdjusting } = given;
  const { cls, n, d, rounding } = dividend ?? given;
  const action = dividend?.record ?? day;
  const papers = dividend ? out(m, cls, action) : held(m, cls, day);
  const add = shareOut(papers, { n: kind === 'F' ? n - d : n, d, rounding });
  demand(papers.length > 0 && (kind === 'V' || add.length > 0) && !dividend?.paid);
  demand(action <= day && action >= cls.action && (action < day || isUntouched(m, cls, day)));
  const events: Some[] = where(isAdjusting ? m.reserves : [], { cls }).map((reserve) => {
    const size = total(m, { reserve }, day);
    return { kind: 'reserved', cls, reserve, day, shares: (size * n) / d - size };
  });
  if (increase) events.push({ kind: 'authorized', cls, day, shares: increase });
  const texts = { from: cls.name, to: 'All holders', action, paid: dividend && owed(m, dividend) };
  return { cancel: kind === 'V' ? papers : [], add, events, ...texts };
}

/** One balanced entry under the rules of every entry (§2, §3, §4, §5.2); answers the certificates made. */
export function move(m: Model, kind: string, given: Some): Row[] {
  const { txn, today, effective: day, processed, isResolving, dividend } = given as Row;
  const make = 'NTRC'.includes(kind) ? exchange : spread;
  const moved = make(m, kind, { cancel: [], lines: [], ...given } as Row);
  const { cancel, add, events, from, to, action, paid } = moved;
  const { issuer } = txn;
  const classes = unique([...cancel, ...add].map((one) => one.cls!));
  demand(issuer.status === 'Active' && day <= today && txn.received <= processed);
  demand(txn.status === 'Pending' && txn.kind === kind && unique(cancel).length === cancel.length);
  demand(classes.every((one) => one.opened <= day && one.action <= day));
  demand(cancel.every((one) => one.canceled === far && one.issued <= day));
  for (const { placed, released } of kind === 'V' ? [] : stopsOn(m, cancel))
    demand(released ? placed > day || released <= day : isResolving);
  const added = (add as Row[]).map((one): Row => {
    const { cls, holder, form, key = null } = one;
    const account = accountOf(m, issuer, holder);
    demand(account && one.shares > 0n && (!holder.isNominee || one.code === 'N'));
    const prefix = one.prefix ?? (form === 'Certificate' ? cls.paper : holder.isNominee ? 'FB' : cls.book);
    const marks = { prefix, key, isTreasury: account!.isTreasury, issued: day, canceled: far, by: txn };
    return { ...one, ...marks, isPost: cls.isReversed || kind === 'V' };
  });
  const shares = [...added, ...cancel.map((one) => ({ ...one, shares: -one.shares }))];
  const issued = shares.map((one) => ({ kind: 'issued', cls: one.cls, day, shares: one.shares }) as Row);
  const next = { ...m, events: [...m.events, ...issued, ...(events as Row[])] };
  demand(classes.every((one) => isSound(next, one, day)));
  for (const one of cancel) Object.assign(one, { canceled: day, end: txn });
  Object.assign(txn, { status: 'Completed', effective: day, completed: today, processed, from, to });
  Object.assign(m, { events: next.events, txns: unique([...m.txns, txn]), papers: [...m.papers, ...added] });
  if (action) Object.assign(classes[0]!, { action, isReversed: classes[0]!.isReversed || kind === 'V' });
  if (paid) dividend!.paid = paid;
  const lifted = where(stopsOn(m, cancel), { released: '' });
  for (const one of lifted) one.released = day;
  const heir = (one: Row) => added.find(({ parent }) => parent === one.certificate)!;
  const heirs = lifted.map((one) => ({ ...one, certificate: heir(one) }));
  const old = { kind: 'Post-split certificate not surrendered', placed: day };
  const kept = where(cancel, { form: 'Certificate' }).map((certificate) => ({ ...old, certificate }));
  for (const one of kind === 'V' ? [...heirs, ...kept] : [])
    if (one.certificate) m.stops.push({ ...one, id: 0n, released: '' } as Row);
  return added;
}

/** Cents of a cash dividend, shares of a stock one, with the shares of the record day (§7, §9.15). */
export function owed(m: Model, one: Row): Row {
  const ratio = { ...one, rounding: one.rounding === 'None' ? 'Round Down' : one.rounding };
  const list = accounts(out(m, one.cls, one.record));
  const part = (n: bigint) => (one.kind === 'Stock' ? rounded(n, ratio) : halfUp(n * one.micros, 10_000n));
  return { shares: sum(list), amount: list.reduce((all, each) => all + part(each.shares), 0n) } as Row;
}

/** What a dividend comes to: as paid, or as it stands once its record day has come. */
export const dueOf = (m: Model, one: Row, today: string) =>
  one.paid ?? (one.record <= today ? owed(m, one) : { shares: 0n, amount: 0n });
