import { apportioned, drawn, merged, negated, sum, sumOf } from '../amounts.ts';
import { plusDays } from '../days.ts';
import { after, among, like, not, positive, upTo } from '../facts.ts';
import { alike, demand, found, given, groups, put, rehearsed, same, sorted, unique, where } from '../list.ts';
import type { Match, Model, Row, Some } from '../row.ts';
import { joined, placeIn } from './positions.ts';
/** Independent second register: certificates and postings, recomputed from scratch for every figure. */
export const far = '9999-12-31';
/** The value of shares that are dollars; 0 for other classes. */
export const worth = (n: bigint, { cls }: Row) => (cls.isDollar ? n : 0n);
export const label = (one: Row) => [one.name, one.name2, one.name3].filter(Boolean).join(' ');
export const names = (list: readonly Row[]) => {
  const all = unique(list.map((one) => one.holder)).map(label);
  return all.length > 3 ? `${all[0]} (+${all.length - 1} more)` : all.join('; ');
};
/** The certificates outstanding on a day; those of the treasury only if requested. */
export const out = (m: Model, cls: Row, day: string, isTreasury: Match['isTreasury'] = false) =>
  sorted(where(m.papers, { cls, isTreasury, issued: upTo(day), canceled: after(day) }), 'issued id');
/** The certificates of record, once that day has come; for a vote, as frozen when it opened. */
export const recorded = (m: Model, { frozen, cls, record }: Row, day: string) =>
  frozen ?? (record <= day ? out(m, cls, record) : []);
export const reserves = (m: Model, cls: Row, day: string) =>
  merged(where(m.postings, { cls, kind: 'reserved', day: upTo(day) }), 'reserve');
export const totals = (m: Model, cls: Row, day: string) => {
  const at = (kind: string) => sum(where(m.postings, { cls, kind, day: upTo(day) }));
  const isUnlimited = !where(m.postings, { cls, kind: 'authorized', shares: not(0n) })[0];
  return { issued: at('issued'), authorized: at('authorized'), reserved: at('reserved'), isUnlimited };
};
/** From this day on, the class is never over its limit and no reserve is short. */
const isSound = (m: Model, cls: Row, from: string) =>
  [from, ...where(m.postings, { cls, day: after(from) }).map((one) => one.day)].every((day) => {
    const { issued, authorized, reserved, isUnlimited } = totals(m, cls, day);
    const isShort = reserves(m, cls, day).some((one) => one.shares < 0n);
    return !isShort && (isUnlimited || issued + reserved <= authorized);
  });
/** shares × n / d by the fractional rule. */
function rounded(shares: bigint, { n, d, rounding }: Row, mustDivide = rounding === 'None'): bigint {
  const [whole, over] = [(shares * n) / d, (shares * n) % d];
  demand(over === 0n || !mustDivide);
  const isUp = rounding === 'Round Up' ? over > 0n : rounding === 'Round Nearest' && over * 2n >= d;
  return isUp ? whole + 1n : whole;
}
/** What a dividend comes to, as paid or by its record: cents, or shares of a stock dividend. */
export function due(m: Model, one: Row, day: string): Row {
  const cash = { n: one.micros, d: 10_000n, rounding: 'Round Nearest' } as Row;
  const parts = merged(recorded(m, one, day), 'holder');
  const amount = sumOf(parts, ({ shares }) => rounded(shares, one.kind === 'Stock' ? one : cash, false));
  return one.paid ?? ({ shares: sum(parts), amount } as Row);
}
const staying = 'Form change, Legend removal, Legend placement, Split-up, Consolidation, Replacement';
const recoding = 'Registered sale, Legend removal, Legend placement';
/** Issue, transfer, retirement, conversion: cancels and issues certificates; a remainder is issued back. */
function exchange(m: Model, { txn: { kind }, cls, cancel = [], lines = [], shares, purpose }: Row): Some {
  const moved = shares ?? sum(lines);
  const rest = cancel[0] ? sum(cancel) - moved : 0n;
  const account = { N: 'cls', T: 'holder' }[kind] ?? 'holder code';
  demand(moved > 0n && rest >= 0n && alike(cancel, 'cls isTreasury'));
  demand(alike(cancel, account) || (rest === 0n && kind !== 'C'));
  demand(kind === 'R' || cancel.every((one) => one.isTreasury === (kind === 'N')));
  const queue = cancel.map((one) => ({ ...one, key: undefined }));
  const made = lines.map((line): Row => {
    const under = kind === 'T' ? drawn(queue, line.shares) : kind === 'C' ? cancel : [];
    const one = { ...line, cls: line.cls ?? cls, code: line.code ?? under[0]?.code ?? 'N' };
    demand((line.code || alike(under, 'code')) && (one.reserve ?? one).cls === one.cls);
    demand(kind === 'C' ? one.cls !== cls && (one.code !== 'N' || under[0]!.code === 'N') : one.shares > 0n);
    return kind === 'C' ? { ...one, holder: under[0]!.holder, shares: rounded(shares, one) } : one;
  });
  const toTreasury = made.some((one) => same(m.accounts, { ...cls, ...one }, 'issuer holder')?.isTreasury);
  demand(toTreasury === (purpose === 'Repurchase') && (kind !== 'C' || sum(made) > 0n));
  const left = kind === 'T' ? where(queue, { shares: positive }) : [{ ...queue[0]!, shares: rest }];
  const add = [...made, ...merged(left, 'code')];
  const isHome = lines.every((one) => where(cancel, { holder: one.holder })[0]);
  demand(kind !== 'T' || isHome === staying.includes(purpose));
  const gain = (code: string) => sum(where(add, { code })) - sum(where(cancel, { code }));
  demand(kind !== 'T' || recoding.includes(purpose) || ![...'NRBASLO'].some(gain));
  demand(purpose !== 'Legend placement' || gain('N') <= 0n);
  const postings = negated(where(made, { reserve: Boolean })).map((one) => ({ ...one, kind: 'reserved' }));
  return { cancel, add, postings, from: kind === 'N' ? '' : names(cancel), to: names(made) };
}
/** Splits, of every account, treasury and reserves included, and stock dividends, to the holders of record. */
function spread(m: Model, { txn, dividend, effective: day, increase, isAdjusting, ...given }: Row): Some {
  const { cls, n, d, rounding, record: action = day } = dividend ?? given;
  const ratio = { n: txn.kind === 'F' ? n - d : n, d, rounding } as Row;
  const papers = sorted(out(m, cls, action, dividend ? false : () => true), 'holder.id number id');
  const fresh = { form: 'BookEntry', prefix: undefined, key: undefined, end: undefined };
  const heirs = papers.map((parent) => ({ ...parent, ...fresh, parent }));
  const add = groups(heirs, 'holder').flatMap((own) => apportioned(own, rounded(sum(own), ratio), ratio));
  const later = where(m.postings, { cls, day: after(day), kind: not('authorized') });
  demand(papers[0] && (txn.kind === 'V' || sum(add) > 0n) && !dividend?.paid);
  demand(action <= day && action >= cls.action && (action < day || !later[0]));
  const retained = isAdjusting ? reserves(m, cls, day) : [];
  const changes = retained.map((one) => ({ ...one, shares: (one.shares * n) / d - one.shares }));
  const postings = [...changes, { kind: 'authorized', cls, shares: increase ?? 0n }];
  const paid = dividend && due(m, dividend, day);
  return { action, paid, cancel: txn.kind === 'V' ? papers : [], add, postings } as object as Row;
}
/** One balanced entry, on its day or as an instruction planned it; returns the certificates made. */
export function move(m: Model, sent: Some): Row[] {
  const given = { ...sent.txn!.plan, effective: sent.txn!.effective, ...sent } as Row;
  const { txn, today, processed, effective: day, isResolving, isPlanned, dividend } = given;
  const isReverse = txn.kind === 'V';
  demand(isPlanned ? txn.issuer.status !== 'Inactive' : txn.issuer.status === 'Active');
  demand(txn.status === 'Pending' && txn.received <= processed && day <= today);
  // Grows with every posting, so that later ones are known.
  const order = BigInt(m.papers.length + m.postings.length);
  m.txns = unique([...m.txns, Object.assign(txn, { order, purpose: given.purpose })]);
  const work = 'NTRC'.includes(txn.kind) ? exchange : spread;
  const { cancel: surrendered, action, paid, isApart, ...facts } = (given.undone ?? work(m, given)) as Row;
  const lines = where(facts.add, { shares: positive });
  const classes = unique([...surrendered, ...lines].map((one) => one.cls));
  const { from = isReverse ? names(surrendered) : classes[0]?.name, to = names(lines) } = facts;
  const whole = { cancel: surrendered, add: lines };
  const { cancel, add } = isApart ? whole : joined(m, txn.kind, whole, day);
  demand(classes.every((one) => one.action <= day) && cancel.every((one) => !one.end && one.issued <= day));
  const added = add.map((one): Row => {
    const { cls, holder, form } = one;
    const account = same(m.accounts, { issuer: cls.issuer, holder }, 'issuer holder');
    demand(account && (!holder.isNominee || one.code === 'N'));
    const prefix = one.prefix ?? (form === 'Certificate' ? cls.paper : holder.isNominee ? 'FB' : cls.book);
    const marks = { isTreasury: account!.isTreasury, isPost: cls.isReversed || isReverse };
    const facts = { kind: 'issued', prefix, issued: day, canceled: far, by: txn, end: undefined };
    return { ...one, ...marks, ...facts } as object as Row;
  });
  // The one that each line became.
  for (const [at, one] of add.entries()) for (const line of one.of ?? [one]) line.made = added[at]!;
  m.postings.push(...[...added, ...negated(cancel), ...facts.postings].map((one) => ({ ...one, day })));
  m.papers.push(...added);
  demand(classes.every((one) => isSound(m, one, day)));
  for (const one of added) Object.assign(one, placeIn(one));
  for (const one of cancel) Object.assign(one, { canceled: day, end: txn });
  for (const one of where(m.stops, { certificate: among(cancel) })) {
    demand(isReverse || (one.released ? one.placed > day || one.released <= day : isResolving));
    const heirs = where(isReverse && !one.released ? added : [], { parent: one.certificate });
    m.stops.push(...heirs.map((certificate) => ({ ...one, certificate, id: 0n })));
    if (!one.released) Object.assign(one, { released: day, end: txn });
  }
  for (const certificate of where(isReverse ? cancel : [], { form: 'Certificate' }))
    m.stops.push({ kind: 'Post-split certificate not surrendered', certificate, placed: day, id: 0n } as Row);
  if (action) Object.assign(classes[0]!, { action, isReversed: classes[0]!.isReversed || isReverse });
  if (paid) dividend.paid = paid;
  Object.assign(txn, { status: 'Completed', effective: day, completed: today, processed, from, to });
  return added;
}
/** When a record may be made or changed, what changes, and the status it has before and after. */
type Rule = (one: Row, m: Model, day: string, given: Row) => [isMet: unknown, changes?: Some, steps?: string];
const rules: Record<string, Rule> = {
  reject: (one, _, day) => [one.received <= day, { rejected: day }, 'Pending Rejected'],
  cancel: () => [true, {}, 'Pending Canceled'],
  stops: ({ placed: on, certificate: of }) => [on >= of.issued && (of.canceled === far || on > of.canceled)],
  release: (one, _, day) => [!one.released && one.placed <= day, { released: day }],
  dividends: (one, _, day) => [day <= one.record && one.record <= one.payable],
  pay: (one, m, day) => [!one.paid && one.record <= day, { paid: due(m, one, day) }],
  open: (one, m, day) => [one.record <= day, { mailed: day, frozen: recorded(m, one, day) }, 'Pending Open'],
  vote({ frozen = [], ballots: cast }, _m, _day, { holder, shares }) {
    const ballots = [...where(cast, { holder: not(holder) }), { holder, shares } as Row];
    return [shares > 0n && shares <= sum(where(frozen, { holder })), { ballots }, 'Open Open'];
  },
  close: () => [true, {}, 'Open Closed'],
  accounts: (one, m) => [!same(m.accounts, one, 'issuer holder')],
  classes: (one, m) => [!same(m.classes, one, 'issuer name')],
  differences: (one) => [one.shares !== 0n],
  resolve: (one, _, day) => [one.opened <= day, { resolved: day }],
  /** Not after a split or stock dividend, which spreads the basis of a certificate over others. */
  lots({ certificate: { cls, holder, id } }, m, _, { shares }) {
    const spread = (one: Row) => one.id >= id && 'FD'.includes(one.by.kind);
    return [shares > 0n && !where(m.papers, { cls, holder }).some(spread)];
  },
  /** Authorized or reserved shares; the first limit of a class applies from the day it was opened. */
  postings(one, m) {
    const { cls, kind, shares } = one;
    const day = kind === 'authorized' && totals(m, cls, far).isUnlimited ? cls.opened : one.day;
    const postings = [...m.postings, { ...one, day }];
    return [shares !== 0n && one.day >= cls.opened && isSound({ ...m, postings }, cls, day), { day }];
  },
};
/** Adds or changes a record while the issuer's books are open; a Pending transaction can always be ended. */
export function note(m: Model, name: string, one: Row, given = {} as Row): void {
  const [isMet, changes, steps] = rules[name]?.(one, m, given.day, given) ?? [true];
  const [before, status] = steps?.split(' ') ?? [one.status, one.status];
  demand(isMet && one.status === before && (m.txns.includes(one) || one.issuer.status !== 'Inactive'));
  Object.assign(one, changes, { status });
  m[name as 'stops']?.push(one);
}
/** A used key is refused; a refused request does not use up its key, as it changes nothing. */
export const once = (m: Model, id?: string) => demand(!id || m.keys.push(id) === unique(m.keys).length, 409);
/** Holders of other clients' issuers count as unknown; an own one is found before it has an account. */
export const isKnown = (m: Model, caller: Row[] | undefined) => (holder: Row) => {
  const places = where(m.accounts, { holder }).map((one) => one.issuer);
  return !caller || places.some(among(caller)) || (holder.isOwn && !places[0]);
};
/** CreateOrUpdate: sent fields replace, omitted ones stay, null clears; a new address ends the lost status. */
export function putHolder(m: Model, body: Row, caller?: Row[]): Row {
  const one = same(m.holders, body, 'customerShareholderId') ?? put(m.holders, { isOwn: true } as Row);
  demand(isKnown(m, caller)(one), 404);
  demand(!caller || where(m.accounts, { holder: one }).every(({ issuer }) => caller.includes(issuer)), 403);
  for (const place of ['primaryAddress', 'mailingAddress'] as const)
    if (body[place] && !alike([body[place], one[place] ?? {}], postal)) one.lost = one.bad = '';
  const isRead = body.name === label(one) && body.name2 === undefined && body.name3 === undefined;
  Object.assign(one, given(body), isRead ? { name: one.name } : {});
  one.accountType ??= 'None';
  return Object.assign(one, { isNominee: one.accountType === 'NomineeOrDepository' });
}
const postal = 'address1 address2 city state postalCode country2Code';
/** The class an instruction means; an issuer that is not active yet may get a new one. */
function classFor(m: Model, issuer: Row, { securityTypeCode: given, ...type }: Some, opened: string) {
  const [code, series] = [given ?? 'C', type.securitySeriesCode ?? ''];
  const fitting = where(m.classes, { issuer, code, series: like(series) });
  const meant = fitting.length > 1 && given ? where(fitting, { series: '' }) : fitting;
  demand(meant.length === 1 || (!fitting[0] && issuer.status === 'Pending'));
  const title = { C: 'Common', P: 'Preferred', W: 'Warrant', U: 'Units', B: 'Bond', M: 'Interests' }[code];
  const name = title + (series && ` Series ${series}`);
  const paper = code + (series || (code === 'C' ? 'S' : ''));
  const facts = { name, paper, book: 'BE', isDollar: 'BD'.includes(code), opened, action: opened };
  return meant[0] ?? put(m.classes, { ...facts, issuer, code, series } as Row);
}
/** Tomorrow's date counts as today, as the sender's clock may be a few hours ahead. */
export const asOf = (day: string, today: string) => (day === plusDays(today, 1) ? today : day);
/** CreateNewIssuance: completed at once, or Pending while its day is ahead or its issuer is not active. */
export function instruct(m: Model, body: Row, today: string, processed: string, isManual = false) {
  const { customerIssuerId, shareholder, certificateType: form, processDate } = body;
  const effective = asOf(body.effectiveDate ?? processDate, today);
  const fresh = { customerIssuerId, name: `Issuer ${customerIssuerId}`, status: 'Pending' };
  const issuer = found(m.issuers, fresh as Row, 'customerIssuerId');
  const cls = classFor(m, issuer, body.securityType ?? {}, effective < today ? effective : today);
  const holder = same(m.holders, shareholder, 'customerShareholderId') ?? putHolder(m, shareholder);
  found(m.accounts, { issuer, holder, isTreasury: false } as Row, 'issuer holder');
  const code = (one: Row) => one.restrictionCode ?? body.restrictionCode ?? 'N';
  const lines = body.certificates.map((one) => ({ ...one, holder, form, code: code(one) }));
  const facts = { issuer, kind: 'N', status: 'Pending', received: today, effective, to: names(lines) };
  const txn = put(m.txns, { ...facts, plan: { cls, lines }, isCharged: body.chargeAmount > 0 } as Row);
  const isDue = effective <= today && asOf(processDate, today) <= today;
  const isNow = isDue && issuer.status === 'Active' && !isManual;
  const post = () => move(m, { txn, processed, today: isNow ? today : effective, isPlanned: !isNow });
  return { txn, issuer, cls, holder, made: isNow ? post() : rehearsed(m, post) };
}
