import { after, among, not, positive, upTo } from '../facts.ts';
import type { Match, Model, Row, Some } from '../row.ts';
import { alike, demand, groups, halfUp, sorted, sum, unique, where } from '../rows.ts';
/**
 * A second register, as naive as can be, written from domain §2–§5, §7, §9, §16 and the decisions: certificates and one
 * journal of postings, folded anew for every figure; no SQL, no index, no remembered total.
 */
export const far = '9999-12-31';
export const label = (one: Row) => [one.name, one.name2, one.name3].filter(Boolean).join(' ');
const held = (m: Model, cls: Row, day: string) =>
  where(m.papers, { cls, issued: upTo(day), canceled: after(day) });
export const out = (m: Model, cls: Row, day: string) => where(held(m, cls, day), { isTreasury: false });
export const accountOf = (m: Model, issuer: Row, holder: Row) => where(m.accounts, { issuer, holder })[0];
/** What postings of a kind (issued, authorized, reserved) or to a reserve come to on a day. */
export const total = (m: Model, match: Match, day: string) =>
  sum(where(m.postings, { ...match, day: upTo(day) }));
export const isUnlimited = (m: Model, cls: Row) => !where(m.postings, { cls, kind: 'authorized' })[0];
/** §10, 1 and 10: on this day and every later one nothing is over the limit and no reserve is short. */
export const isSound = (m: Model, cls: Row, from: string) =>
  [from, ...where(m.postings, { cls, day: after(from) }).map((one) => one.day)].every((day) => {
    const at = (kind: string) => total(m, { cls, kind }, day);
    const isWithin = isUnlimited(m, cls) || at('issued') + at('reserved') <= at('authorized');
    return isWithin && m.reserves.every((reserve) => total(m, { reserve }, day) >= 0n);
  });
export const names = (list: readonly Row[]) => {
  const all = unique(list.map((one) => one.holder)).map(label);
  return all.length > 3 ? `${all[0]} (+${all.length - 1} more)` : all.join('; ');
};
/** shares × n / d by the fractional rule (§7). */
function rounded(shares: bigint, { n, d, rounding }: Row): bigint {
  const [whole, over] = [(shares * n) / d, (shares * n) % d];
  demand(over === 0n || rounding !== 'None');
  const isUp = rounding === 'Round Up' ? over > 0n : rounding === 'Round Nearest' && over * 2n >= d;
  return isUp ? whole + 1n : whole;
}
/** `all` in parts of n / d of each weight; what is left goes to the largest remainders, ties to the first (§7, §9.1). */
export function apportioned(all: bigint, weights: bigint[], n: bigint, d: bigint): bigint[] {
  const parts = weights.map((one) => ({ shares: (one * n) / d, over: -((one * n) % d) }));
  const favored = sorted(parts, 'over').slice(0, Number(all - sum(parts)));
  return parts.map((one) => one.shares + (favored.includes(one) ? 1n : 0n));
}

const staying = 'Form change, Legend removal, Legend placement, Split-up, Consolidation, Replacement';
const recoding = 'Registered sale, Legend removal, Legend placement';
/** Issue, transfer, retirement, conversion: certificates go, new ones come, what is left goes back as it came (§3). */
function exchange(m: Model, { txn: { kind }, cls, cancel = [], lines = [], shares, purpose }: Row): Some {
  const [first, moved] = [cancel[0]!, shares ?? sum(lines)];
  const rest = first ? sum(cancel) - moved : 0n;
  const isOneAccount = kind === 'C' || (kind !== 'N' && rest > 0n);
  demand(!isOneAccount || alike(cancel, kind === 'T' ? 'holder' : 'holder code'));
  demand(moved > 0n && rest >= 0n && alike(cancel, 'cls isTreasury'));
  demand(kind === 'R' || !first || first.isTreasury === (kind === 'N'));
  const queue = cancel.map((one) => ({ ...one, key: null }));
  const taken = (n: bigint) =>
    queue.filter((one) => {
      const part = n < one.shares ? n : one.shares;
      [n, one.shares] = [n - part, one.shares - part];
      return part > 0n;
    });
  const made = lines.map((line): Row => {
    const under = kind === 'T' ? taken(line.shares) : kind === 'C' ? cancel : [];
    const one = { ...line, cls: line.cls ?? cls, code: line.code ?? under[0]?.code ?? 'N' };
    demand((line.code || alike(under, 'code')) && (one.reserve ?? one).cls === one.cls);
    demand(kind === 'C' ? one.cls !== cls && (one.code !== 'N' || first.code === 'N') : one.shares > 0n);
    return kind === 'C' ? { ...one, holder: first.holder, shares: rounded(shares, one) } : one;
  });
  const toTreasury = made.some((one) => accountOf(m, cls.issuer, one.holder)?.isTreasury);
  demand(toTreasury === (purpose === 'Repurchase') && (kind !== 'C' || sum(made) > 0n));
  const left = kind === 'T' ? where(queue, { shares: positive }) : [{ ...first, shares: rest, key: null }];
  const back = groups(left, 'code').map((rows) => ({ ...rows[0]!, shares: sum(rows) }));
  const add = where([...made, ...back], { shares: positive });
  const isHome = lines.every((one) => where(cancel, { holder: one.holder })[0]);
  demand(kind !== 'T' || isHome === staying.includes(purpose));
  for (const code of kind === 'T' ? 'NRBASLO' : '') {
    const more = sum(where(add, { code })) - sum(where(cancel, { code }));
    demand(
      more === 0n ||
        (recoding.includes(purpose) && (more < 0n || code !== 'N' || purpose !== 'Legend placement')),
    );
  }
  const drawn = where(made, { reserve: Boolean });
  const postings = drawn.map((one) => ({ ...one, kind: 'reserved', shares: -one.shares }));
  return { cancel, add, postings, from: kind === 'N' ? '' : names(cancel), to: names(made) };
}
/** Splits, of every account, treasury and reserves included, and stock dividends, to the holders of record (§3, §7). */
function spread(m: Model, { txn, dividend, effective: day, increase, isAdjusting, ...given }: Row): Some {
  const { cls, n, d, rounding, record: action = day } = dividend ?? given;
  const ratio = { n: txn.kind === 'F' ? n - d : n, d, rounding } as Row;
  const papers = dividend ? out(m, cls, action) : held(m, cls, day);
  const made = { form: 'BookEntry', prefix: undefined, key: null, end: undefined };
  const parts = groups(sorted(papers, 'number id'), 'holder').flatMap((rows) => {
    const sizes = apportioned(
      rounded(sum(rows), ratio),
      rows.map((one) => one.shares),
      ratio.n,
      d,
    );
    return rows.map((parent, at) => ({ ...parent, ...made, parent, shares: sizes[at]! }));
  });
  const later = where(m.postings, { cls, day: after(day), kind: not('authorized') });
  demand(papers[0] && (txn.kind === 'V' || sum(parts) > 0n) && !dividend?.paid);
  demand(action <= day && action >= cls.action && (action < day || !later[0]));
  const reserved = where(isAdjusting ? m.reserves : [], { cls }).map((reserve) => {
    const size = total(m, { reserve }, day);
    return { kind: 'reserved', cls, reserve, shares: (size * n) / d - size };
  });
  const authorized = { kind: 'authorized', cls, shares: increase };
  const postings = increase ? [...reserved, authorized] : reserved;
  const [cancel, add] = [txn.kind === 'V' ? papers : [], where(parts, { shares: positive })];
  const texts = { from: cls.name, to: 'All holders', action, paid: dividend && owed(m, dividend) };
  return { ...texts, cancel, add, postings } as object as Row;
}

/** What an entry would do, under the rules of every entry about shares (§2, §3, §5.2). */
export function planned(m: Model, given: Row) {
  const { txn, effective: day, isResolving } = given;
  const isReverse = txn.kind === 'V';
  const moved = ('NTRC'.includes(txn.kind) ? exchange : spread)(m, given) as Row;
  const { cancel, add } = moved;
  const classes = unique([...cancel, ...add].map((one) => one.cls));
  demand(classes.every((one) => one.opened <= day && one.action <= day));
  demand(cancel.every((one) => one.canceled === far && one.issued <= day));
  const stops = where(m.stops, { certificate: among(cancel) });
  for (const { placed, released } of isReverse ? [] : stops)
    demand(released ? placed > day || released <= day : isResolving);
  const added = add.map((one): Row => {
    const { cls, holder, form, key = null } = one;
    const account = accountOf(m, cls.issuer, holder);
    demand(account && (!holder.isNominee || one.code === 'N'));
    const prefix = one.prefix ?? (form === 'Certificate' ? cls.paper : holder.isNominee ? 'FB' : cls.book);
    const marks = { isTreasury: account!.isTreasury, isPost: cls.isReversed || isReverse };
    return { ...one, ...marks, prefix, key, reserve: undefined!, issued: day, canceled: far, by: txn };
  });
  const gone = cancel.map((one) => ({ ...one, shares: -one.shares }));
  const issued = [...added, ...gone].map(({ cls, shares }) => ({ kind: 'issued', cls, shares }));
  const made = [...issued, ...moved.postings].map((one) => ({ ...one, day }) as Row);
  const next = { ...m, postings: [...m.postings, ...made] };
  demand(classes.every((one) => isSound(next, one, day)));
  return { ...moved, added, next, lifted: where(stops, { released: '' }), isReverse };
}
/** One balanced entry, on its day (§4); answers the certificates made. */
export function move(m: Model, given: Row): Row[] {
  const { txn, today, effective: day, processed, dividend } = given;
  const { cancel, added, next, from, to, action, paid, lifted, isReverse } = planned(m, given);
  demand(txn.issuer.status === 'Active' && day <= today);
  demand(txn.status === 'Pending' && txn.received <= processed);
  for (const one of cancel) Object.assign(one, { canceled: day, end: txn });
  for (const one of lifted) one.released = day;
  Object.assign(txn, { status: 'Completed', effective: day, completed: today, processed, from, to });
  Object.assign(m, { ...next, txns: unique([...m.txns, txn]), papers: [...m.papers, ...added] });
  const { cls } = added[0] ?? cancel[0]!;
  if (action) Object.assign(cls, { action, isReversed: cls.isReversed || isReverse });
  if (paid) dividend.paid = paid;
  if (!isReverse) return added;
  const stop = { kind: 'Post-split certificate not surrendered', placed: day };
  const old = where(cancel, { form: 'Certificate' }).map((certificate) => ({ ...stop, certificate }));
  const heir = (one: Row) => where(added, { parent: one.certificate })[0];
  const carried = lifted.filter(heir).map((one) => ({ ...one, certificate: heir(one)! }));
  m.stops.push(...[...old, ...carried].map((one) => ({ ...one, id: 0n, released: '' }) as Row));
  return added;
}

/** Cents of a cash dividend, shares of a stock one, with the shares of the record day (§7, §9.15). */
export function owed(m: Model, one: Row): Row {
  const ratio = { ...one, rounding: one.rounding === 'None' ? 'Round Down' : one.rounding };
  const part = (n: bigint) => (one.kind === 'Stock' ? rounded(n, ratio) : halfUp(n * one.micros, 10_000n));
  const papers = out(m, one.cls, one.record);
  const parts = groups(papers, 'holder').map((rows) => ({ shares: part(sum(rows)) }));
  return { shares: sum(papers), amount: sum(parts) } as Row;
}
/** What a dividend comes to: as paid, or as it stands once its record day has come. */
export const dueOf = (m: Model, one: Row, today: string) =>
  one.paid ?? (one.record <= today ? owed(m, one) : { shares: 0n, amount: 0n });
