import { accountOf, enter, isSound, type Made, plusDays } from './books.ts';
import type {
  Address,
  Class,
  Code,
  Day,
  Entry,
  Form,
  Holder,
  Issuer,
  Line,
  Model,
  TaxId,
  Txn,
} from './shapes.ts';
import { issue, names } from './verbs.ts';

/** What the two writes of the interface do to the naive register (decisions, "New issuance", "CreateOrUpdate"). */
type Text = string | null | undefined;
export type HolderBody = {
  customerShareholderId?: string;
  name: string;
  name2?: Text;
  name3?: Text;
  sortName: string;
  accountType?: Text;
  primaryTaxId: string | null;
  primaryTaxIdType: string;
  primaryPayeeName: string | null;
  secondaryTaxId?: Text;
  secondaryTaxIdType?: Text;
  secondaryPayeeName?: Text;
  primaryAddress: Address;
  mailingAddress?: Address | null;
};

/** Sent fields replace, omitted ones stay, null clears; a new place ends the search for a lost holder (domain §9.16). */
export function putHolder(m: Model, body: HolderBody): Holder {
  const old = m.holders.find((one) => one.key === body.customerShareholderId);
  const kept = (given: Text, before: Text) => (given === undefined ? before : given) ?? '';
  const tax = {
    number: body.primaryTaxId ?? '',
    type: body.primaryTaxIdType,
    payee: body.primaryPayeeName ?? '',
  };
  const tax2: TaxId = {
    number: kept(body.secondaryTaxId, old?.tax2.number),
    type: kept(body.secondaryTaxIdType, old?.tax2.type),
    payee: kept(body.secondaryPayeeName, old?.tax2.payee),
  };
  const postal = ['address1', 'address2', 'city', 'state', 'postalCode', 'country2Code'];
  const isMoved = (from: Address | null, to: Address | null) =>
    to !== null && postal.some((name) => from?.[name] !== to[name]);
  const mailing = body.mailingAddress === undefined ? (old?.mailing ?? null) : body.mailingAddress;
  const hasMoved = !old || isMoved(old.primary, body.primaryAddress) || isMoved(old.mailing, mailing);
  const [, ...more] = old?.lines ?? [];
  const facts = {
    key: body.customerShareholderId ?? '',
    lines: [body.name, kept(body.name2, more[0]), kept(body.name3, more[1])],
    sort: body.sortName,
    type: kept(body.accountType, old?.type) || 'None',
    primary: body.primaryAddress,
    mailing,
    ...{ tax, tax2, lost: hasMoved ? '' : old.lost },
  };
  if (old) return Object.assign(old, facts);
  const made = { ...facts, id: 0n, isNominee: facts.type === 'NomineeOrDepository' };
  m.holders.push(made);
  return made;
}

export type Instruction = {
  key: bigint;
  today: Day;
  effective: Day | null;
  process: Day;
  /** UTC day of the call. */
  processed: Day;
  code: string;
  series: string;
  form: Form;
  isCharged: boolean;
  holder: HolderBody;
  certificates: { shares: bigint; code: Code }[];
};
type Instructed = { txn: Txn; made?: Made; holder: Holder; newIssuer?: Issuer; newClass?: Class };

const words: Record<string, string> = {
  C: 'Common',
  P: 'Preferred',
  W: 'Warrant',
  U: 'Units',
  M: 'Interests',
};

/** The class meant: by code and series, by its code alone the one without a series; none or several are refused. */
function meant(m: Model, issuer: Issuer, { code, series }: Instruction): Class | 'none' | 'several' {
  const fitting = m.classes.filter((one) => one.issuer === issuer && one.code === (code || 'C'));
  const some = fitting.filter((one) => !series || one.series === series);
  const plain = code ? some.filter((one) => one.series === '') : [];
  if (some.length > 1) return plain.length === 1 ? plain[0]! : 'several';
  return some[0] ?? 'none';
}

/** Completes the issuance at once, or keeps it Pending: its day is to come, or its issuer is not active yet. */
export function instruct(m: Model, given: Instruction): Instructed | undefined {
  const { today } = given;
  const tomorrow = plusDays(today, 1);
  const day = given.effective ?? given.process;
  const effective = day === tomorrow ? today : day;
  const isLater = day > tomorrow || given.process > tomorrow;
  const known = m.issuers.find((one) => one.key === given.key);
  const address = {
    address1: '',
    address2: '',
    city: '',
    state: '',
    postalCode: '',
    country2Code: '',
    country: '',
  };
  const contact = { email: '', phone: '', secondaryPhone: '' };
  const fresh = {
    id: 0n,
    key: given.key,
    name: `Issuer ${given.key}`,
    status: 'Pending',
    address: { ...address, ...contact },
  };
  const issuer = known ?? fresh;
  if (issuer.status === 'Inactive' || given.certificates.length === 0) return;
  const found = meant(m, issuer, given);
  if (found === 'several' || (found === 'none' && issuer.status !== 'Pending')) return;
  const opened = effective < today ? effective : today;
  const cls = found === 'none' ? classFor(issuer, given, opened) : found;
  if (effective < cls.opened || effective < cls.action) return;
  const old = m.holders.find((one) => one.key === given.holder.customerShareholderId);
  const account = old && accountOf(m, issuer, old);
  const isNominee = old ? old.isNominee : given.holder.accountType === 'NomineeOrDepository';
  if (account?.isTreasury || (isNominee && given.certificates.some((one) => one.code !== 'N'))) return;
  if (
    !hasRoom(
      m,
      cls,
      effective,
      given.certificates.reduce((sum, one) => sum + one.shares, 0n),
    )
  )
    return;
  if (!known) m.issuers.push(issuer);
  if (found === 'none') m.classes.push(cls);
  const holder = old ?? putHolder(m, given.holder);
  if (!account) m.accounts.push({ issuer, holder, isTreasury: false });
  const created = {
    holder,
    ...(known ? {} : { newIssuer: issuer }),
    ...(found === 'none' ? { newClass: cls } : {}),
  };
  const lines = given.certificates.map(
    ({ shares, code }): Line => ({ holder, shares, code, form: given.form, key: null }),
  );
  const head = {
    issuer,
    key: null,
    today,
    received: today,
    effective,
    processed: given.processed,
    presentor: '',
  };
  const entry: Entry = { ...head, isCharged: given.isCharged, isItem: false, isRoutine: false };
  if (!isLater && issuer.status === 'Active') {
    const made = issue(m, entry, cls, lines, {});
    return made && { txn: made.txn, made, ...created };
  }
  const txn = { ...enter(m, 'N', entry), effective, to: names([holder]), plan: { cls, lines } };
  m.txns.push(txn);
  return { txn, ...created };
}

/** §9.16: a class of a new issuer has no limit until its agent sets one. */
function classFor(issuer: Issuer, { code, series }: Instruction, opened: Day): Class {
  const word = words[code || 'C']!;
  const paper = code ? `${code}${series}` : `C${series || 'S'}`;
  return {
    ...{
      id: 0n,
      issuer,
      code: code || 'C',
      series,
      name: series ? `${word} Series ${series}` : word,
      description: '',
    },
    ...{
      cusip: '',
      par: null,
      isDollar: false,
      isUnlimited: true,
      isDrs: false,
      hasPlan: false,
      paper,
      book: 'BE',
    },
    ...{ opened, action: '', isReversed: false },
  };
}

/** Whether that many more shares would be within the limit on the day and on every later one. */
function hasRoom(m: Model, cls: Class, day: Day, shares: bigint): boolean {
  m.changes.push({ cls, day, delta: -shares });
  const isWithin = isSound(m, cls, day);
  m.changes.pop();
  return isWithin;
}

/** Completes what an instruction left Pending; every rule of an issuance holds on this day too. */
export function complete(m: Model, txn: Txn, today: Day, processed: Day): Made | undefined {
  const { issuer, received, effective } = txn;
  const head = { issuer, key: null, today, received, effective, processed, presentor: '' };
  const entry = { ...head, isCharged: false, isItem: false, isRoutine: false, pending: txn };
  return issue(m, entry, txn.plan!.cls, txn.plan!.lines, {});
}
