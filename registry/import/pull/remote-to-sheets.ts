// Converts what was read from another registry to rows of the sheets of a register.

import { isCusip } from '#lib/format/cusip';
import { parseDate } from '#lib/format/dates';
import { type Comparison, compareTotals } from './compare-totals.ts';
import { type HistoryRows, historyRows, noHistory } from './history-rows.ts';
import { holderRow } from './holder-row.ts';
import { listNotGiven } from './not-given.ts';
import {
  type Forms,
  formsOf,
  type Positions,
  type PulledClass,
  type PulledPosition,
  positionRows,
} from './position-rows.ts';
import type { RemoteBalance, RemoteClass, RemoteRegister } from './read-registry.ts';
import type { Report, Rows, Values } from './report.ts';

/** What the interface does not give; stated by the user who pulls. */
export type PullOptions = {
  /** The other registry, as the conversion names it. */
  source: string;
  /** The number of the issuer here; the one it has there, where none is stated. */
  issuer?: string;
  /** Kind of the issuer, such as Delaware corporation. */
  kind?: string;
  certifiedBy?: string;
  accountPrefix?: string;
  /** The books begin on the day of the pull, whatever the journal gives. */
  withoutHistory?: boolean;
};

export type RemoteSheets = { rows: Rows; comparisons: Comparison[] };

/** What was read of another registry as rows of the sheets of the template. */
export function remoteToSheets(read: RemoteRegister, options: PullOptions, report: Report): RemoteSheets {
  const forms = formsOf(read);
  const classes = classesOf(read, forms);
  const held = positionRows(read, classes, forms, report);
  const accounts = read.accounts.map((one) => one.shareholderCustomerId);
  // Registrations without holdings are accounts too.
  const all = [...new Set([...accounts, ...read.records.keys()])];
  const holders = all.map((account, index) =>
    holderRow(account, read.records.get(account)!, (field) => ['holders', index, field], report),
  );
  if (held.treasury) holders.push(treasuryRow(read, held.treasury, holders.length, report));
  const known = new Set(holders.map(({ account }) => account!));
  const history: HistoryRows = options.withoutHistory
    ? noHistory
    : historyRows({ read, classes, forms, held, accounts: known, report });
  const positions = [...held.positions, ...history.positions];
  // Limits of days before the books begin are not needed.
  const limited = history.journal.length > 0 ? read : { ...read, limits: { changes: [], isExact: true } };
  const classRows = read.classes.map((one, index) =>
    classRow(limited, one, { index, ofClass: classes.get(one.securityTypeId)!, positions, report }),
  );
  const comparisons = compareTotals(read, report);
  listNotGiven(read, history, report);
  return {
    rows: {
      source: [sourceRow(read, options)],
      issuer: [issuerRow(read, options, report)],
      classes: classRows,
      authorized: read.classes.flatMap((one, index) =>
        authorizedRows(limited, one, classRows[index]!.opened_on!, options),
      ),
      reserves: read.classes.flatMap((one, index) =>
        reserveRows(limited, one, classRows[index]!.opened_on!, options),
      ),
      holders,
      positions: positions.map(({ values }) => values),
      stops: [...held.stops, ...history.stops],
      journal: history.journal,
      journal_lines: history.lines,
      totals: read.classes.flatMap((one) => totalRows(read, one)),
    },
    comparisons,
  };
}

const balanceOf = (
  { balances }: RemoteRegister,
  { securityTypeId }: RemoteClass,
): RemoteBalance | undefined => balances.find((one) => one.securityID === securityTypeId);

function sourceRow({ day }: RemoteRegister, options: PullOptions): Values {
  return {
    ...{ as_of: day, name: options.source, certified_on: day, decimal_mark: '.' },
    certified_by: options.certifiedBy ?? `the totals of ${options.source}`,
    account_prefix: options.accountPrefix,
  };
}

function issuerRow({ issuer }: RemoteRegister, options: PullOptions, report: Report): Values {
  const address = issuer.primaryAddress;
  if (!options.kind)
    report(
      ['issuer', 0, 'kind'],
      'R03',
      'warning',
      'The kind of the issuer, such as Delaware corporation, is not given. "Not stated" is taken; state it with --kind.',
    );
  return {
    customer_id: options.issuer ?? String(issuer.customerIssuerId),
    name: issuer.name,
    kind: options.kind ?? 'Not stated',
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country: address.country2Code,
    email: address.email,
    phone: address.phone,
  };
}

/** The prefixes of each class: those of its definitions, else those of its certificates, else usual ones. */
function classesOf(read: RemoteRegister, forms: Forms): Map<number, PulledClass> {
  return new Map(
    read.classes.map(({ securityTypeId: id, securityType: name }) => {
      const known = [...(forms.get(id) ?? [])];
      const ofForm = (form: string) => known.find(([, one]) => one === form)?.[0];
      const paperPrefix = ofForm('Certificate') ?? 'CS';
      return [id, { id, name, paperPrefix, bookPrefix: ofForm('BookEntry') ?? 'BE' }];
    }),
  );
}

/** The first day on which a balance has authorized shares of a class. */
const authorizedFrom = ({ limits }: RemoteRegister, classId: number): string[] =>
  limits.changes
    .filter(({ value }) =>
      value.some(
        (one) => one.securityID === classId && !one.isUnlimited && BigInt(one.authorizedShares) > 0n,
      ),
    )
    .map(({ day }) => day)
    .slice(0, 1);

type ClassContext = {
  index: number;
  ofClass: PulledClass;
  positions: readonly PulledPosition[];
  report: Report;
};

/** Kinds of transactions that change the count of every share. */
const actions: ReadonlySet<string> = new Set(['F', 'V', 'D']);

function classRow(
  read: RemoteRegister,
  { securityTypeId: id, securityTypeCode: code, securitySeriesCode: series }: RemoteClass,
  { index, ofClass, positions, report }: ClassContext,
): Values {
  const balance = read.balances.find((one) => one.securityID === id);
  const moves = read.journal.filter((one) =>
    [...one.issuedCertificates, ...one.canceledCertificates].some((line) => line.securityTypeId === id),
  );
  const days = [
    ...positions.flatMap(({ classId, values }) => (classId === id ? [values.issued_on!] : [])),
    ...moves.flatMap((one) => parseDate(one.effectiveDate) ?? []),
    ...authorizedFrom(read, id),
    // A class without certificates and transactions.
    read.day,
  ].sort();
  const done = (kinds: ReadonlySet<string>) =>
    moves
      .flatMap((one) => (kinds.has(one.typeCode) ? (parseDate(one.effectiveDate) ?? []) : []))
      .sort()
      .at(-1);
  const definition = read.definitions.find((one) => one.securityTypeId === id) ?? {};
  const { cusip, parValue } = definition;
  const par = typeof parValue === 'number' || typeof parValue === 'string' ? String(parValue) : '';
  report(
    ['classes', index, 'opened_on'],
    'R03',
    'note',
    `The day on which ${ofClass.name} was created is not given. ${days[0]}, the first day of its certificates, transactions and authorized shares, is taken.`,
  );
  return {
    ...{
      name: ofClass.name,
      code,
      series,
      paper_prefix: ofClass.paperPrefix,
      book_prefix: ofClass.bookPrefix,
    },
    cusip: typeof cusip === 'string' && isCusip(cusip) ? cusip : '',
    par_value: /^\d{1,12}(?:\.\d{1,12})?$/.test(par) ? par : '',
    is_unlimited: balance?.isUnlimited ? 'Y' : 'N',
    is_dollar: balance?.dollarFormat ? 'Y' : 'N',
    ...{ opened_on: days[0], action_on: done(actions), reverse_split_on: done(new Set(['V'])) },
  };
}

const statedBy = ({ source }: PullOptions, day: string) =>
  `Total stated by ${source} of ${day}; its documents are not given`;

/** A total of a class on the days on which it changed, from the first day of the class on, as the balances state it. */
function changesIn(
  { limits }: RemoteRegister,
  { securityTypeId: id }: RemoteClass,
  openedOn: string,
  total: (balance: RemoteBalance) => number | string,
): Map<string, bigint> {
  const found = new Map<string, bigint>();
  let last: bigint | undefined;
  for (const { day, value } of limits.changes) {
    const balance = value.find((one) => one.securityID === id);
    if (!balance) continue;
    const now = BigInt(total(balance));
    // Of several days before the class was opened, the last one counts.
    if (now !== last || day <= openedOn) found.set(day < openedOn ? openedOn : day, now);
    last = now;
  }
  return found;
}

/** Authorized shares from the first day of the class on. */
function authorizedRows(
  read: RemoteRegister,
  ofClass: RemoteClass,
  openedOn: string,
  options: PullOptions,
): Values[] {
  const balance = balanceOf(read, ofClass);
  if (!balance || balance.isUnlimited) return [];
  const found = changesIn(read, ofClass, openedOn, (one) => one.authorizedShares);
  const [first, ...later] = found.size > 0 ? found : [[openedOn, BigInt(balance.authorizedShares)] as const];
  return [[openedOn, first![1]] as const, ...later].map(([day, shares]) => ({
    ...{ class: ofClass.securityType, effective_on: day, shares: String(shares) },
    authority: statedBy(options, found.size > 0 ? day : read.day),
  }));
}

/** What lists of holders show before the name of a reserve. */
const shownBefore = /^reserved? ?[–:-] ?/i;
const nameMax = 100;

type ReserveChange = [name: string, day: string, sharesAfter: bigint];

/** Reserves before the day of the pull: their names are given for that day only. */
const undivided = 'Reserved shares';

/**
 * The reserves by name where they add up to the balance, else one for all of them. Before the day of the pull there is one
 * for all, because the earlier totals are not divided.
 */
function reserveRows(
  read: RemoteRegister,
  ofClass: RemoteClass,
  openedOn: string,
  options: PullOptions,
): Values[] {
  const total = BigInt(balanceOf(read, ofClass)?.totalReserveShares ?? 0);
  const named = read.diluted.securites
    .filter((one) => one.security === ofClass.securityType)
    .flatMap((one) => one.shareholders.filter((each) => each.isReserved))
    .map(({ name, shares }): [name: string, shares: bigint] => [
      name.replace(shownBefore, '').slice(0, nameMax),
      BigInt(shares),
    ]);
  const isWhole =
    named.reduce((sum, [, shares]) => sum + shares, 0n) === total &&
    new Set([...named.map(([name]) => name), undivided]).size === named.length + 1;
  const earlier = [...changesIn(read, ofClass, openedOn, (one) => one.totalReserveShares)].filter(
    ([day], index, all) => day < read.day && !(index === 0 && all[0]![1] === 0n),
  );
  const last = earlier.at(-1)?.[1] ?? 0n;
  const divided: ReserveChange[] = isWhole
    ? [[undivided, read.day, 0n], ...named.map(([name, shares]): ReserveChange => [name, read.day, shares])]
    : [[undivided, read.day, total]];
  const rows = [...earlier.map(([day, shares]): ReserveChange => [undivided, day, shares]), ...divided];
  return (
    rows
      // A reserve that is not there, and a total that stays.
      .filter(([name, day, shares]) =>
        day === read.day ? shares !== (name === undivided ? last : 0n) : true,
      )
      .map(([name, day, shares]) => ({
        ...{ class: ofClass.securityType, name, kind: 'Other', effective_on: day, shares: String(shares) },
        authority: statedBy(options, day),
      }))
  );
}

function treasuryRow(
  { issuer }: RemoteRegister,
  { account, line }: NonNullable<Positions['treasury']>,
  index: number,
  report: Report,
): Values {
  if (!line)
    report(
      ['holders', index, 'account'],
      'R03',
      'warning',
      `The account of the issuer itself is not given. ${account} is taken.`,
    );
  const address = line?.primaryAddress ?? issuer.primaryAddress;
  return {
    ...{ account, name: line?.shareholderName ?? issuer.name, account_type: 'Corporation', role: 'Treasury' },
    ...{ address1: address.address1, address2: address.address2, city: address.city, state: address.state },
    ...{ postal_code: address.postalCode, country: address.country2Code },
    ...(line && { email: address.email, phone: address.phone, phone2: address.secondaryPhone }),
  };
}

/** The control totals: what the other registry states of each class. */
function totalRows(read: RemoteRegister, ofClass: RemoteClass): Values[] {
  const balance = balanceOf(read, ofClass);
  if (!balance) return [];
  const { totalIssuedShares: issued, totalOutstandingShares: outstanding } = balance;
  const totals = {
    ...(balance.isUnlimited ? {} : { Authorized: balance.authorizedShares }),
    Issued: issued,
    Treasury: BigInt(issued) - BigInt(outstanding),
    Outstanding: outstanding,
    Reserved: balance.totalReserveShares,
    Restricted: balance.totalRestrictedShares,
    Holders: balance.totalShareholder,
  };
  return Object.entries(totals).map(([measure, value]) => ({
    ...{ class: ofClass.securityType, measure, value: String(value), stated_by: 'Source' },
  }));
}
