import { blank, type Model, plusDays, type Row, type Some, sum, unique, where, words } from '../rows.ts';
import * as books from './register.ts';

/** The issuers a client may see; nothing: all. */
export type Caller = Row[] | undefined;
const { accountOf, demand, far, isSound, names } = books;

/** When a record may be made or changed, and what changes; a row without changes is kept in its list. */
type Rule = (one: Row, given: Row, m: Model) => [isMet: unknown, changes?: Some];
const rules: Record<string, Rule> = {
  reject: (one, { day: rejected }) => {
    return [one.status === 'Pending' && one.received <= rejected, { status: 'Rejected', rejected }];
  },
  cancel: (one) => [one.status === 'Pending', { status: 'Canceled' }],
  stops({ placed, certificate: { issued, canceled } }) {
    return [placed >= issued && (canceled === far || placed > canceled)];
  },
  release: (one, { day }) => [!one.released && one.placed <= day, { released: day }],
  dividends: (one, { day }) => [day <= one.record && one.record <= one.payable],
  pay: (one, { day }, m) => [!one.paid && one.record <= day, { paid: books.owed(m, one) }],
  open(one, { day }, m) {
    const frozen = books.accounts(books.out(m, one.cls, one.record));
    return [one.status === 'Pending' && one.record <= day, { status: 'Open', mailed: day, frozen }];
  },
  vote(one, ballot) {
    const { holder, shares } = ballot;
    const isEntitled = shares > 0n && shares <= sum(where(one.frozen ?? [], { holder }));
    const ballots = [...one.ballots.filter((each) => each.holder !== holder), ballot];
    return [one.status === 'Open' && isEntitled, { ballots }];
  },
  close: (one) => [one.status === 'Open', { status: 'Closed' }],
  drop: (one) => [one.status === 'Pending', { status: 'Canceled' }],
  accounts: (one, _, m) => [!accountOf(m, one.issuer, one.holder)],
  classes: ({ issuer, name }, _, m) => [where(m.classes, { issuer, name }).length === 0],
  differences: (one) => [one.shares !== 0n],
  resolve: (one, { day }) => [one.opened <= day, { resolved: day }],
  /** A split or stock dividend since has spread the basis of a certificate over others. */
  lots({ certificate: { cls, holder, id } }, { shares }, m) {
    const later = where(m.papers, { cls, holder }).filter((one) => one.id >= id);
    return [shares > 0n && !later.some((one) => one.by.kind === 'F' || one.by.kind === 'D'), {}];
  },
  contact: () => [true, {}],
};
/** Keeps or changes a record, only where its issuer's books are open (§4); a Pending transaction ends in any case. */
export function note(m: Model, name: string, one: Row, given = {} as Row): void {
  const [isMet, changes] = rules[name]?.(one, given, m) ?? [true];
  const { status } = one.issuer ?? (one.cls ?? one.certificate.cls).issuer;
  demand(isMet && (status !== 'Inactive' || name === 'reject' || name === 'cancel'));
  if (changes) Object.assign(one, changes);
  else m[name as 'stops'].push(one);
}
/** A change of authorized or reserved shares (§9.13); the first limit of a class holds from the day it was opened. */
export function capital(m: Model, one: Row): void {
  const { cls, kind, reserve, shares, day } = one;
  const made = { ...one, day: kind === 'authorized' && books.isUnlimited(m, cls) ? cls.opened : day };
  const reserves = reserve ? unique([...m.reserves, reserve]) : m.reserves;
  const next = { ...m, events: [...m.events, made], reserves };
  demand(cls.issuer.status !== 'Inactive' && shares !== 0n && day >= cls.opened);
  demand(isSound(next, cls, made.day));
  Object.assign(m, next);
}

/** A transaction as it arrives; invoices are numbered by issuer. */
export const enter = (m: Model, isCharged: boolean, facts: Some) => {
  const charged = where(m.txns, { issuer: facts.issuer! }).filter((one) => one.invoice > 0n);
  const texts = blank('effective completed rejected processed presentor from to');
  const invoice = isCharged ? BigInt(charged.length + 1) : 0n;
  return { ...texts, key: null, ...facts, invoice, status: 'Pending' } as Row;
};
/** A key used before is refused; a refused request does not use it up (ruling 6). */
export const once = <T>(m: Model, key: string | undefined, work: () => T): T => {
  demand(!key || !m.keys.includes(key), 409);
  const done = work();
  if (key) m.keys.push(key);
  return done;
};
/** Holders of other clients' issuers are as unknown; an own one is seen before it has an account (ruling 16). */
export const isKnown = (m: Model, caller: Caller, holder: Row) => {
  const places = where(m.accounts, { holder });
  return !caller || (places.length === 0 ? holder.isOwn : places.some((one) => caller.includes(one.issuer)));
};

const optional = 'name2 name3 accountType lost secondaryTaxId secondaryTaxIdType secondaryPayeeName';
const postal = 'address1 address2 city state postalCode country2Code';
/** CreateOrUpdate: sent fields replace, omitted ones stay, null clears; a new place ends the search for the lost. */
export function putHolder(m: Model, body: Some, caller?: Caller): Row {
  const old = where(m.holders, { customerShareholderId: body.customerShareholderId! })[0];
  const places = where(old ? m.accounts : [], { holder: old });
  demand(!old || isKnown(m, caller, old), 404);
  demand(!caller || places.every((one) => caller.includes(one.issuer)), 403);
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  const facts = sent.map(([word, value]) => [word, value ?? (word === 'mailingAddress' ? null : '')]);
  const plain = { ...blank(optional), mailingAddress: null, isOwn: true };
  const next = { ...plain, ...old, ...Object.fromEntries(facts) } as Row;
  next.accountType ||= 'None';
  const isMoved = (place: 'primaryAddress' | 'mailingAddress') =>
    next[place] && words(postal).some((word) => next[place]![word] !== old?.[place]?.[word]);
  if (isMoved('primaryAddress') || isMoved('mailingAddress')) next.lost = '';
  if (old) return Object.assign(old, next);
  m.holders.push(Object.assign(next, { isNominee: next.accountType === 'NomineeOrDepository' }));
  return next;
}

const titles = ['Common', 'Preferred', 'Warrant', 'Units', 'M Interests'];
/** CreateNewIssuance: completed at once, or Pending as its day is to come or its issuer is not active yet (§9.16). */
export function instruct(m: Model, body: Row, today: string, processed: string) {
  const { customerIssuerId, shareholder, certificateType: form } = body;
  const [day, tomorrow] = [body.effectiveDate ?? body.processDate, plusDays(today, 1)];
  const effective = day === tomorrow ? today : day;
  const primaryAddress = blank(`${postal} country email phone secondaryPhone`);
  const fresh = { customerIssuerId, name: `Issuer ${customerIssuerId}`, status: 'Pending', primaryAddress };
  const issuer = where(m.issuers, { customerIssuerId })[0] ?? (fresh as Row);
  const { securityTypeCode, securitySeriesCode: series = '' } = body.securityType ?? {};
  const code = securityTypeCode ?? 'C';
  const fitting = where(m.classes, series ? { issuer, code, series } : { issuer, code });
  const found = fitting.length > 1 && securityTypeCode ? where(fitting, { series: '' }) : fitting;
  demand(issuer.status !== 'Inactive' && found.length === (fitting.length > 0 ? 1 : 0));
  demand(fitting.length > 0 || issuer.status === 'Pending');
  const title = titles.find((one) => one[0] === code)?.replace('M ', '');
  const name = series ? `${title} Series ${series}` : title;
  const paper = securityTypeCode ? `${code}${series}` : `C${series || 'S'}`;
  const opened = effective < today ? effective : today;
  const texts = { ...blank('description cusip action'), opened, book: 'BE' };
  const flags = { isDollar: false, isDrs: false, isPlan: false, isReversed: false, par: null };
  const cls = found[0] ?? ({ issuer, code, series, name, paper, ...texts, ...flags } as Row);
  demand(effective >= cls.opened && effective >= cls.action);
  const old = where(m.holders, { customerShareholderId: shareholder.customerShareholderId })[0];
  const account = old && accountOf(m, issuer, old);
  const isNominee = old?.isNominee ?? shareholder.accountType === 'NomineeOrDepository';
  const codes = body.certificates.map((one) => one.restrictionCode ?? body.restrictionCode ?? 'N');
  demand(!account?.isTreasury && (!isNominee || codes.every((code) => code === 'N')));
  const taken = { kind: 'issued', cls, day: effective, shares: sum(body.certificates) } as Row;
  demand(isSound({ ...m, events: [...m.events, taken] }, cls, effective));
  const holder = old ?? putHolder(m, shareholder);
  Object.assign(m, { issuers: unique([...m.issuers, issuer]), classes: unique([...m.classes, cls]) });
  if (!account) m.accounts.push({ issuer, holder, isTreasury: false } as Row);
  const lines = body.certificates.map(
    ({ shares }, at) => ({ holder, form, shares, code: codes[at]! }) as Row,
  );
  const facts = { kind: 'N', effective, to: names(lines), isItem: false, isRoutine: false };
  const plan = { cls, lines } as Row;
  const txn = enter(m, body.chargeAmount > 0, { ...facts, issuer, received: today, plan });
  const isNow = day <= tomorrow && body.processDate <= tomorrow && issuer.status === 'Active';
  if (!isNow) m.txns.push(txn);
  return { txn, issuer, cls, holder, made: isNow ? complete(m, txn, today, processed) : [] };
}
/** Completes what an instruction left Pending; every rule of an issuance holds on this day too. */
export const complete = (m: Model, txn: Row, today: string, processed: string) =>
  books.move(m, 'N', { ...txn.plan, txn, today, processed, effective: txn.effective });
