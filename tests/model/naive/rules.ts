import { among, not, positive } from '../facts.ts';
import type { Model, Row, Some } from '../row.ts';
import { blank, demand, plusDays, sum, unique, where, words } from '../rows.ts';
import { accountOf, far, isSound, isUnlimited, move, names, out, owed, planned } from './register.ts';

/** When a record may be made or changed, what changes, and from which status; a row without changes is kept. */
type Rule = (one: Row, given: Row, m: Model) => [isMet: unknown, changes?: Some, from?: string];
const rules: Record<string, Rule> = {
  reject: (one, { day }) => [one.received <= day, { status: 'Rejected', rejected: day }, 'Pending'],
  cancel: () => [true, { status: 'Canceled' }, 'Pending'],
  stops: ({ placed: day, certificate: of }) => [
    day >= of.issued && (of.canceled === far || day > of.canceled),
  ],
  release: (one, { day }) => [!one.released && one.placed <= day, { released: day }],
  dividends: (one, { day }) => [day <= one.record && one.record <= one.payable],
  pay: (one, { day }, m) => [!one.paid && one.record <= day, { paid: owed(m, one) }],
  open({ cls, record }, { day }, m) {
    return [record <= day, { status: 'Open', mailed: day, frozen: out(m, cls, record) }, 'Pending'];
  },
  vote(one, ballot) {
    const { holder, shares } = ballot;
    const ballots = [...where(one.ballots, { holder: not(holder) }), ballot];
    return [shares > 0n && shares <= sum(where(one.frozen ?? [], { holder })), { ballots }, 'Open'];
  },
  close: () => [true, { status: 'Closed' }, 'Open'],
  drop: () => [true, { status: 'Canceled' }, 'Pending'],
  accounts: ({ issuer, holder }, _, m) => [!accountOf(m, issuer, holder)],
  classes: ({ issuer, name }, _, m) => [!where(m.classes, { issuer, name })[0]],
  differences: (one) => [one.shares !== 0n],
  resolve: (one, { day }) => [one.opened <= day, { resolved: day }],
  /** A split or stock dividend since has spread the basis of a certificate over others. */
  lots({ certificate: { cls, holder, id } }, { shares }, m) {
    const spread = (one: Row) => one.id >= id && 'FD'.includes(one.by.kind);
    return [shares > 0n && !where(m.papers, { cls, holder }).some(spread), {}];
  },
  contact: () => [true, {}],
};
/** Keeps or changes a record, only where its issuer's books are open (§4); a Pending transaction ends in any case. */
export function note(m: Model, name: string, one: Row, given = {} as Row): void {
  one.issuer ??= (one.cls ?? one.certificate.cls).issuer;
  const [isMet, changes, from = one.status] = rules[name]?.(one, given, m) ?? [true];
  demand(isMet && one.status === from);
  demand(one.issuer.status !== 'Inactive' || name === 'reject' || name === 'cancel');
  if (changes) Object.assign(one, changes);
  else m[name as 'stops'].push(one);
}
/** A change of authorized or reserved shares (§9.13); the first limit of a class holds from the day it was opened. */
export function capital(m: Model, one: Row): void {
  const { cls, kind, shares, day } = one;
  demand(cls.issuer.status !== 'Inactive' && shares !== 0n && day >= cls.opened);
  if (kind === 'authorized' && isUnlimited(m, cls)) one.day = cls.opened;
  m.postings.push(one);
  if (one.reserve) m.reserves = unique([...m.reserves, one.reserve]);
  demand(isSound(m, cls, one.day));
}

/** A transaction as it arrives; invoices are numbered by issuer. */
export function enter(m: Model, isCharged: boolean, facts: Some): Row {
  const charged = where(m.txns, { issuer: facts.issuer!, invoice: positive });
  const plain = { ...blank('effective completed rejected processed presentor from to'), key: null };
  const invoice = isCharged ? BigInt(charged.length + 1) : 0n;
  return { ...plain, ...facts, invoice, status: 'Pending' } as Row;
}
/** A key used before is refused; a refused request does not use it up (ruling 6). */
export function once<T>(m: Model, key: string | undefined, work: () => T): T {
  demand(!key || !m.keys.includes(key), 409);
  const done = work();
  if (key) m.keys.push(key);
  return done;
}
/** Holders of other clients' issuers are as unknown; an own one is seen before it has an account (ruling 16). */
export function isKnown(m: Model, caller: Row[] | undefined, holder: Row): boolean {
  const places = where(m.accounts, { holder });
  return !caller || where(places, { issuer: among(caller) }).length > 0 || (holder.isOwn && !places[0]);
}

const optional = 'name2 name3 accountType lost secondaryTaxId secondaryTaxIdType secondaryPayeeName';
const postal = words('address1 address2 city state postalCode country2Code');
/** CreateOrUpdate: sent fields replace, omitted ones stay, null clears; a new place ends the search for the lost. */
export function putHolder(m: Model, body: Some, caller?: Row[]): Row {
  const old = where(m.holders, { customerShareholderId: body.customerShareholderId })[0];
  demand(!old || isKnown(m, caller, old), 404);
  demand(!caller || where(m.accounts, { holder: old }).every((one) => caller.includes(one.issuer)), 403);
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  const facts = sent.map(([word, value]) => [word, value ?? (word === 'mailingAddress' ? null : '')]);
  const start = old ?? { ...blank(optional), mailingAddress: null, isOwn: true };
  const next = { ...start, ...Object.fromEntries(facts) } as Row;
  next.accountType ||= 'None';
  const isMoved = (place: 'primaryAddress' | 'mailingAddress') =>
    next[place] && postal.some((word) => next[place]![word] !== old?.[place]?.[word]);
  if (isMoved('primaryAddress') || isMoved('mailingAddress')) next.lost = '';
  if (old) return Object.assign(old, next);
  m.holders.push(Object.assign(next, { isNominee: next.accountType === 'NomineeOrDepository' }));
  return next;
}

const titles = ['Common', 'Preferred', 'Warrant', 'Units', 'M Interests'];
/** The class an instruction means; an issuer that is not active yet may get a new one (decisions, ruling 27). */
function classFor(m: Model, issuer: Row, { securityTypeCode: given, securitySeriesCode: series = '' }: Some) {
  const code = given ?? 'C';
  const fitting = where(m.classes, { issuer, code, series: (one) => !series || one === series });
  const found = fitting.length > 1 && given ? where(fitting, { series: '' }) : fitting;
  demand(found.length === 1 || (!fitting[0] && issuer.status === 'Pending'));
  const title = titles.find((one) => one[0] === code)?.replace('M ', '');
  const name = series ? `${title} Series ${series}` : title;
  const paper = given ? `${code}${series}` : `C${series || 'S'}`;
  const plain = { ...blank('description cusip action'), book: 'BE', isDollar: false, par: null };
  return found[0] ?? ({ ...plain, name, paper, issuer, code, series } as Row);
}
/** CreateNewIssuance: completed at once, or Pending as its day is to come or its issuer is not active yet (§9.16). */
export function instruct(m: Model, body: Row, today: string, processed: string) {
  const { customerIssuerId, shareholder, certificateType: form, processDate } = body;
  const [day, tomorrow] = [body.effectiveDate ?? processDate, plusDays(today, 1)];
  const effective = day === tomorrow ? today : day;
  const primaryAddress = { ...blank('country email phone secondaryPhone'), ...blank(postal.join(' ')) };
  const fresh = { customerIssuerId, name: `Issuer ${customerIssuerId}`, status: 'Pending', primaryAddress };
  const issuer = where(m.issuers, { customerIssuerId })[0] ?? (fresh as Row);
  const cls = classFor(m, issuer, body.securityType ?? {});
  cls.opened ??= effective < today ? effective : today;
  const { customerShareholderId } = shareholder;
  const holder = where(m.holders, { customerShareholderId })[0] ?? putHolder(m, shareholder);
  Object.assign(m, { issuers: unique([...m.issuers, issuer]), classes: unique([...m.classes, cls]) });
  if (!accountOf(m, issuer, holder)) m.accounts.push({ issuer, holder, isTreasury: false } as Row);
  const code = (one: Row) => one.restrictionCode ?? body.restrictionCode ?? 'N';
  const lines = body.certificates.map((one) => ({ ...one, holder, form, code: code(one) }));
  const facts = { issuer, kind: 'N', effective, to: names(lines), isItem: false, isRoutine: false };
  const txn = enter(m, body.chargeAmount > 0, { ...facts, received: today, plan: { cls, lines } as Row });
  demand(issuer.status !== 'Inactive' && planned(m, { ...txn.plan, txn, effective }));
  const isNow = day <= tomorrow && processDate <= tomorrow && issuer.status === 'Active';
  if (!isNow) m.txns.push(txn);
  return { txn, issuer, cls, holder, made: isNow ? complete(m, txn, today, processed) : [] };
}
/** Completes what an instruction left Pending; every rule of an issuance holds on this day too. */
export const complete = (m: Model, txn: Row, today: string, processed: string) =>
  move(m, { ...txn.plan, txn, today, processed, effective: txn.effective });
