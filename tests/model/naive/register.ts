import { apportioned, drawn, halfUp, merged, sum, sumOf } from '../amounts.ts';
import { plusDays } from '../days.ts';
import { after, among, like, not, positive, upTo } from '../facts.ts';
import type { Match, Model, Row, Some } from '../row.ts';
import { alike, blank, demand, groups, over, put, rehearsed, sorted, twin, unique, where } from '../rows.ts';
/** A second register, after domain §2–§5, §7, §9, §16: certificates and postings, folded anew for every figure. */
export const far = '9999-12-31';
export const label = (one: Row) => [one.name, one.name2, one.name3].filter(Boolean).join(' ');
const names = (list: readonly Row[]) => {
  const all = unique(list.map((one) => one.holder)).map(label);
  return all.length > 3 ? `${all[0]} (+${all.length - 1} more)` : all.join('; ');
};
const accountOf = (m: Model, issuer: Row, holder: Row) => where(m.accounts, { issuer, holder })[0];
/** The certificates outstanding on a day; those of the treasury are not, unless asked for. */
export const out = (m: Model, cls: Row, day: string, isTreasury: Match['isTreasury'] = false) =>
  sorted(where(m.papers, { cls, isTreasury, issued: upTo(day), canceled: after(day) }), 'issued id');
/** The certificates of record, once that day has come; of a vote, as its opening froze them. */
export const recorded = (m: Model, { frozen, cls, record }: Row, day: string) =>
  frozen ?? (record <= day ? out(m, cls, record) : []);
export const isUnlimited = (m: Model, cls: Row) => !where(m.postings, { cls, kind: 'authorized' })[0];
/** What is left of every reserve of a class. */
export const reserves = (m: Model, cls: Row, day: string) =>
  merged(where(m.postings, { cls, kind: 'reserved', day: upTo(day) }), 'reserve');
export const totals = (m: Model, cls: Row, day: string) => {
  const at = (kind: string) => sum(where(m.postings, { cls, kind, day: upTo(day) }));
  const sums = { issued: at('issued'), authorized: at('authorized'), reserved: at('reserved') };
  return { ...sums, isUnlimited: isUnlimited(m, cls) };
};
/** §10, 1 and 10: on this day and every later one nothing is over the limit and no reserve is short. */
const isSound = (m: Model, cls: Row, from: string) =>
  [from, ...where(m.postings, { cls, day: after(from) }).map((one) => one.day)].every((day) => {
    const { issued, authorized, reserved, isUnlimited } = totals(m, cls, day);
    const isShort = reserves(m, cls, day).some((one) => one.shares < 0n);
    return !isShort && (isUnlimited || issued + reserved <= authorized);
  });
/** shares × n / d by the fractional rule (§7). */
function rounded(shares: bigint, { n, d, rounding }: Row): bigint {
  const [whole, over] = [(shares * n) / d, (shares * n) % d];
  demand(over === 0n || rounding !== 'None');
  const isUp = rounding === 'Round Up' ? over > 0n : rounding === 'Round Nearest' && over * 2n >= d;
  return isUp ? whole + 1n : whole;
}
/** What a dividend is, as paid or by its record: cents, or shares of a stock one (§7, §9.15). */
export function due(m: Model, one: Row, day: string): Row {
  const ratio = { ...one, rounding: one.rounding === 'None' ? 'Round Down' : one.rounding };
  const part = (n: bigint) => (one.kind === 'Stock' ? rounded(n, ratio) : halfUp(n * one.micros, 10_000n));
  const parts = merged(recorded(m, one, day), 'holder');
  return one.paid ?? ({ shares: sum(parts), amount: sumOf(parts, ({ shares }) => part(shares)) } as Row);
}

const staying = 'Form change, Legend removal, Legend placement, Split-up, Consolidation, Replacement';
const recoding = 'Registered sale, Legend removal, Legend placement';
/** Issue, transfer, retirement, conversion: certificates go, new ones come, what is left goes back as it came (§3). */
function exchange(m: Model, { txn: { kind }, cls, cancel = [], lines = [], shares, purpose }: Row): Some {
  const [first, moved] = [cancel[0]!, shares ?? sum(lines)];
  const rest = first ? sum(cancel) - moved : 0n;
  demand(moved > 0n && rest >= 0n && alike(cancel, 'cls isTreasury'));
  demand(kind === 'R' || !first || first.isTreasury === (kind === 'N'));
  const isOneAccount = kind === 'C' || (kind !== 'N' && rest > 0n);
  demand(!isOneAccount || alike(cancel, kind === 'T' ? 'holder' : 'holder code'));
  const queue = cancel.map((one) => ({ ...one, key: null }));
  const made = lines.map((line): Row => {
    const under = kind === 'T' ? drawn(queue, line.shares) : kind === 'C' ? cancel : [];
    const one = { ...line, cls: line.cls ?? cls, code: line.code ?? under[0]?.code ?? 'N' };
    demand((line.code || alike(under, 'code')) && (one.reserve ?? one).cls === one.cls);
    demand(kind === 'C' ? one.cls !== cls && (one.code !== 'N' || first.code === 'N') : one.shares > 0n);
    return kind === 'C' ? { ...one, holder: first.holder, shares: rounded(shares, one) } : one;
  });
  const toTreasury = made.some((one) => accountOf(m, cls.issuer, one.holder)?.isTreasury);
  demand(toTreasury === (purpose === 'Repurchase') && (kind !== 'C' || sum(made) > 0n));
  const left = kind === 'T' ? where(queue, { shares: positive }) : [{ ...first, shares: rest, key: null }];
  const add = where([...made, ...merged(left, 'code')], { shares: positive });
  const isHome = lines.every((one) => where(cancel, { holder: one.holder })[0]);
  demand(kind !== 'T' || isHome === staying.includes(purpose));
  const gain = (code: string) => sum(where(add, { code })) - sum(where(cancel, { code }));
  demand(kind !== 'T' || recoding.includes(purpose) || ![...'NRBASLO'].some(gain));
  demand(purpose !== 'Legend placement' || gain('N') <= 0n);
  const taken = where(made, { reserve: Boolean });
  const postings = taken.map((one) => ({ ...one, kind: 'reserved', shares: -one.shares }));
  return { cancel, add, postings, from: kind === 'N' ? '' : names(cancel), to: names(made) };
}
/** Splits, of every account, treasury and reserves included, and stock dividends, to the holders of record (§3, §7). */
function spread(m: Model, { txn, dividend, effective: day, increase, isAdjusting, ...given }: Row): Some {
  const { cls, n, d, rounding, record: action = day } = dividend ?? given;
  const ratio = { n: txn.kind === 'F' ? n - d : n, d, rounding } as Row;
  const papers = out(m, cls, action, dividend ? false : () => true);
  const fresh = { form: 'BookEntry', prefix: undefined, key: null, end: undefined };
  const parts = groups(sorted(papers, 'number id'), 'holder').flatMap((rows) => {
    const heirs = rows.map((parent) => ({ ...parent, ...fresh, parent }));
    return apportioned(heirs, rounded(sum(rows), ratio), ratio);
  });
  const later = where(m.postings, { cls, day: after(day), kind: not('authorized') });
  demand(papers[0] && (txn.kind === 'V' || sum(parts) > 0n) && !dividend?.paid);
  demand(action <= day && action >= cls.action && (action < day || !later[0]));
  const adjusted = (isAdjusting ? reserves(m, cls, day) : []).map((one) => {
    return { ...one, kind: 'reserved', shares: (one.shares * n) / d - one.shares };
  });
  const postings = [...adjusted, ...(increase ? [{ kind: 'authorized', cls, shares: increase }] : [])];
  const [cancel, add] = [txn.kind === 'V' ? papers : [], where(parts, { shares: positive })];
  const texts = { from: cls.name, to: 'All holders', action, paid: dividend && due(m, dividend, day) };
  return { ...texts, cancel, add, postings } as object as Row;
}
/** What an entry does, under the rules of all about shares (§2, §3, §5.2); answers the certificates made. */
function enact(m: Model, given: Row): Row[] {
  const { txn, effective: day, isResolving, dividend } = given;
  const isReverse = txn.kind === 'V';
  const facts = ('NTRC'.includes(txn.kind) ? exchange : spread)(m, given) as Row;
  const { cancel, add, action, paid, from, to } = facts;
  const classes = unique([...cancel, ...add].map((one) => one.cls));
  demand(classes.every((one) => one.opened <= day && one.action <= day));
  demand(cancel.every((one) => one.canceled === far && one.issued <= day));
  const added = add.map((one): Row => {
    const { cls, holder, form, key = null } = one;
    const account = accountOf(m, cls.issuer, holder);
    demand(account && (!holder.isNominee || one.code === 'N'));
    const prefix = one.prefix ?? (form === 'Certificate' ? cls.paper : holder.isNominee ? 'FB' : cls.book);
    const marks = { isTreasury: account!.isTreasury, isPost: cls.isReversed || isReverse };
    return { ...one, ...marks, prefix, key, issued: day, canceled: far, by: txn };
  });
  const gone = cancel.map((one) => ({ ...one, shares: -one.shares }));
  const issued = [...added, ...gone].map((one) => ({ ...one, kind: 'issued' }));
  m.postings.push(...[...issued, ...facts.postings].map((one) => ({ ...one, day })));
  m.papers.push(...added);
  demand(classes.every((one) => isSound(m, one, day)));
  for (const one of cancel) Object.assign(one, { canceled: day, end: txn });
  for (const one of where(m.stops, { certificate: among(cancel) })) {
    demand(isReverse || (one.released ? one.placed > day || one.released <= day : isResolving));
    const heirs = isReverse && !one.released ? where(added, { parent: one.certificate }) : [];
    m.stops.push(...heirs.map((certificate) => ({ ...one, certificate, id: 0n })));
    one.released ||= day;
  }
  const stop = { kind: 'Post-split certificate not surrendered', placed: day, released: '', id: 0n };
  const old = where(isReverse ? cancel : [], { form: 'Certificate' });
  m.stops.push(...old.map((certificate) => ({ ...stop, certificate }) as Row));
  if (action) Object.assign(classes[0]!, { action, isReversed: classes[0]!.isReversed || isReverse });
  if (paid) dividend.paid = paid;
  Object.assign(txn, { status: 'Completed', effective: day, from, to });
  return added;
}
/** One balanced entry, on its day (§4); what an instruction left Pending is done as it was planned (§9.16). */
export function move(m: Model, sent: Row): Row[] {
  const { txn, today: completed, processed } = sent;
  const given = { ...txn.plan, ...sent, effective: sent.effective ?? txn.effective };
  demand(txn.issuer.status === 'Active' && given.effective <= completed);
  demand(txn.status === 'Pending' && txn.received <= processed);
  m.txns = unique([...m.txns, Object.assign(txn, { completed, processed })]);
  return enact(m, given);
}

/** When a record may be made or changed, what changes, and the status it has before. */
type Rule = (one: Row, given: Row, m: Model) => [isMet: unknown, changes?: Some, from?: string];
const rules: Record<string, Rule> = {
  reject: (one, { day }) => [one.received <= day, { status: 'Rejected', rejected: day }, 'Pending'],
  cancel: () => [true, { status: 'Canceled' }, 'Pending'],
  stops: ({ placed: on, certificate: of }) => [on >= of.issued && (of.canceled === far || on > of.canceled)],
  release: (one, { day }) => [!one.released && one.placed <= day, { released: day }],
  dividends: (one, { day }) => [day <= one.record && one.record <= one.payable],
  pay: (one, { day }, m) => [!one.paid && one.record <= day, { paid: due(m, one, day) }],
  open(one, { day }, m) {
    const frozen = recorded(m, one, day);
    return [one.record <= day, { status: 'Open', mailed: day, frozen }, 'Pending'];
  },
  vote(one, ballot) {
    const { holder, shares } = ballot;
    const ballots = [...where(one.ballots, { holder: not(holder) }), ballot];
    return [shares > 0n && shares <= sum(where(one.frozen ?? [], { holder })), { ballots }, 'Open'];
  },
  close: () => [true, { status: 'Closed' }, 'Open'],
  accounts: (one, _, m) => [!twin(m.accounts, one, 'issuer holder')],
  classes: (one, _, m) => [!twin(m.classes, one, 'issuer name')],
  differences: (one) => [one.shares !== 0n],
  resolve: (one, { day }) => [one.opened <= day, { resolved: day }],
  /** A split or stock dividend since has spread the basis of a certificate over others. */
  lots({ certificate: { cls, holder, id } }, { shares }, m) {
    const spread = (one: Row) => one.id >= id && 'FD'.includes(one.by.kind);
    return [shares > 0n && !where(m.papers, { cls, holder }).some(spread)];
  },
  /** Authorized or reserved shares (§9.13); the first limit of a class holds from the day it was opened. */
  postings(one, _, m) {
    const { cls, kind, shares } = one;
    const day = kind === 'authorized' && isUnlimited(m, cls) ? cls.opened : one.day;
    const postings = [...m.postings, { ...one, day }];
    return [shares !== 0n && one.day >= cls.opened && isSound({ ...m, postings }, cls, day), { day }];
  },
};
/** Keeps or changes a record, only where its issuer's books are open (§4); a Pending transaction ends in any case. */
export function note(m: Model, name: string, one: Row, given = {} as Row): void {
  one.issuer ??= (one.cls ?? one.certificate.cls).issuer;
  const [isMet, changes, from = one.status] = rules[name]?.(one, given, m) ?? [true];
  const isEnding = one.received && (name === 'reject' || name === 'cancel');
  demand(isMet && one.status === from && (isEnding || one.issuer.status !== 'Inactive'));
  Object.assign(one, changes);
  m[name as 'stops']?.push(one);
}
/** A transaction as it arrives; invoices are numbered by issuer. */
export function enter(m: Model, isCharged: boolean, facts: Some): Row {
  const charged = where(m.txns, { issuer: facts.issuer!, invoice: positive }).length;
  const plain = { ...blank('effective completed rejected processed presentor from to'), key: null };
  return { ...plain, ...facts, invoice: BigInt(isCharged ? charged + 1 : 0), status: 'Pending' } as Row;
}
/** A key used before is refused; a refused request does not use it up, as it changes nothing (ruling 6). */
export function once(m: Model, key: string | undefined): void {
  demand(!key || !m.keys.includes(key), 409);
  if (key) m.keys.push(key);
}
const optional = `name2 name3 lost primaryTaxId primaryTaxIdType primaryPayeeName secondaryTaxId secondaryTaxIdType
secondaryPayeeName`;
const clear = { ...blank(optional), accountType: 'None', mailingAddress: null };
const postal = 'address1 address2 city state postalCode country2Code';
/** Holders of other clients' issuers are as unknown; an own one is seen before it has an account (ruling 16). */
export const isKnown = (m: Model, caller: Row[] | undefined) => (holder: Row) => {
  const places = where(m.accounts, { holder }).map((one) => one.issuer);
  return !caller || places.some(among(caller)) || (holder.isOwn && !places[0]);
};
/** CreateOrUpdate: sent fields replace, omitted ones stay, null clears; a new place ends the search for the lost. */
export function putHolder(m: Model, body: Row, caller?: Row[]): Row {
  const old = twin(m.holders, body, 'customerShareholderId');
  demand(!old || isKnown(m, caller)(old), 404);
  demand(!caller || where(m.accounts, { holder: old }).every((one) => caller.includes(one.issuer)), 403);
  const next = over(clear, old ?? { isOwn: true }, body);
  next.isNominee = next.accountType === 'NomineeOrDepository';
  for (const place of ['primaryAddress', 'mailingAddress'] as const)
    if (next[place] && !alike([next[place], old?.[place] ?? {}], postal)) next.lost = '';
  return old ? Object.assign(old, next) : put(m.holders, next);
}
/** The class an instruction means; an issuer that is not active yet may get a new one (decisions, ruling 27). */
function classFor(m: Model, issuer: Row, { securityTypeCode: given, ...type }: Some, opened: string) {
  const [code, series] = [given ?? 'C', type.securitySeriesCode ?? ''];
  const fitting = where(m.classes, { issuer, code, series: like(series) });
  const found = fitting.length > 1 && given ? where(fitting, { series: '' }) : fitting;
  demand(found.length === 1 || (!fitting[0] && issuer.status === 'Pending'));
  const title = { C: 'Common', P: 'Preferred', W: 'Warrant', U: 'Units', M: 'Interests' }[code];
  const name = series ? `${title} Series ${series}` : title;
  const paper = given ? `${code}${series}` : `C${series || 'S'}`;
  const plain = { ...blank('description cusip action'), book: 'BE', isDollar: false, par: null };
  return found[0] ?? put(m.classes, { ...plain, name, paper, issuer, code, series, opened } as Row);
}
/** A day ahead is today, as the sender's clock may be a few hours ahead (ruling 1). */
export const asOf = (day: string, today: string) => (day === plusDays(today, 1) ? today : day);
/** CreateNewIssuance: completed at once, or Pending as its day is to come or its issuer is not active yet (§9.16). */
export function instruct(m: Model, body: Row, today: string, processed: string) {
  const { customerIssuerId, shareholder, certificateType: form, processDate } = body;
  const effective = asOf(body.effectiveDate ?? processDate, today);
  const primaryAddress = blank(`${postal} country email phone secondaryPhone`);
  const fresh = { customerIssuerId, name: `Issuer ${customerIssuerId}`, status: 'Pending', primaryAddress };
  const issuer = twin(m.issuers, fresh, 'customerIssuerId') ?? put(m.issuers, fresh as Row);
  const cls = classFor(m, issuer, body.securityType ?? {}, effective < today ? effective : today);
  const holder = twin(m.holders, shareholder, 'customerShareholderId') ?? putHolder(m, shareholder);
  if (!accountOf(m, issuer, holder)) m.accounts.push({ issuer, holder, isTreasury: false } as Row);
  const code = (one: Row) => one.restrictionCode ?? body.restrictionCode ?? 'N';
  const lines = body.certificates.map((one) => ({ ...one, holder, form, code: code(one) }));
  const facts = { issuer, kind: 'N', effective, to: names(lines), isItem: false, isRoutine: false };
  const plan = { cls, lines } as Row;
  const txn = put(m.txns, enter(m, body.chargeAmount > 0, { ...facts, received: today, plan }));
  const isNow = effective <= today && asOf(processDate, today) <= today && issuer.status === 'Active';
  demand(
    issuer.status !== 'Inactive' && (isNow || rehearsed(m, () => enact(m, { ...plan, txn, effective }))),
  );
  return { txn, issuer, cls, holder, made: isNow ? move(m, { txn, today, processed } as Row) : [] };
}
