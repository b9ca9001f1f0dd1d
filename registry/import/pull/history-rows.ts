// Converts the journal of another registry to rows of Journal, Journal lines, Positions and Stops.

import { type CalendarDate, parseDate } from '#lib/format/dates';
import { byText } from '#lib/format/exact-shares';
import {
  type Forms,
  type Positions,
  type PulledClass,
  type PulledPosition,
  stopRows,
  treasuryPrefixOf,
} from './position-rows.ts';
import type { RemoteCertificate, RemoteLine, RemoteRegister, RemoteTransaction } from './read-registry.ts';
import type { Report, Values } from './report.ts';
import { certificateNameOf, restrictionOf } from './texts.ts';

/** The history as rows: Journal, Journal lines, and canceled certificates of Positions with their stops. */
export type HistoryRows = {
  journal: readonly Values[];
  lines: readonly Values[];
  positions: readonly PulledPosition[];
  stops: readonly Values[];
};

export const noHistory: HistoryRows = { journal: [], lines: [], positions: [], stops: [] };

/** A transaction with its days; null where a day cannot be read. */
type Entry = {
  one: RemoteTransaction;
  received: CalendarDate | null;
  effective: CalendarDate | null;
  processed: CalendarDate | null;
  completed: CalendarDate | null;
};

type Context = {
  read: RemoteRegister;
  classes: ReadonlyMap<number, PulledClass>;
  forms: Forms;
  held: Positions;
  /** Accounts that are rows of Holders. */
  accounts: ReadonlySet<string>;
  report: Report;
};

/** A certificate by its row of Positions, and whether it is among those that are outstanding. */
type Known = PulledPosition & { isHeld: boolean; stop?: string };

const typeCodes: ReadonlySet<string> = new Set(['N', 'T', 'C', 'R', 'F', 'V', 'D']);
const sharesOf = (line: RemoteLine) => BigInt(line.shares);

/**
 * The journal from the first transaction on after which every one is given with all that the books need. What the
 * interface does not give of a transaction stays blank. Rules of the ledger are for the check.
 */
export function historyRows(context: Context): HistoryRows {
  const { read, report } = context;
  if (read.journal.length === 0) return noHistory;
  const entries = entriesOf(read);
  const find = certificateFinder(context);
  const { begin, last, why } = beginOf(entries, (entry) => problemOf(entry, context, find));
  if (last) {
    const left = entries.length - begin;
    const day = last.effective ? ` of ${last.effective}` : '';
    const from =
      left === 0
        ? `No transaction is brought in: the books begin on ${read.day}`
        : `The history begins after it, with ${left} of ${entries.length} transactions`;
    const sentence = `Transaction ${last.one.TransactionNumber}${day} cannot be entered: ${why}. ${from}.`;
    report(undefined, 'R05', 'warning', sentence, String(last.one.TransactionNumber));
  }
  return rowsOf(entries.slice(begin), context, find);
}

/** In the order of posting. Of one day: by id, but what issued a certificate before what canceled it. */
function entriesOf({ journal, statuses }: RemoteRegister): Entry[] {
  const statusOf = new Map(statuses.map((one) => [one.controlTransactionId, one]));
  const entries = journal.map((one): Entry => {
    const status = statusOf.get(one.controlTransactionId);
    return {
      one,
      received: parseDate(status?.receivedDate ?? ''),
      effective: parseDate(one.effectiveDate),
      processed: parseDate(one.processDate),
      completed: parseDate(status?.completedDate ?? ''),
    };
  });
  entries.sort(
    (a, b) =>
      byText(a.processed ?? '', b.processed ?? '') || a.one.controlTransactionId - b.one.controlTransactionId,
  );
  return [...Map.groupBy(entries, ({ processed }) => processed ?? '').values()].flatMap(issuedFirst);
}

/** Transactions of one day, each after those that issued what it cancels. Certificates that are moved often do not count. */
function issuedFirst(entries: readonly Entry[]): Entry[] {
  const issuers = new Map<number, Entry | null>();
  for (const entry of entries)
    for (const { controlCertificateId: id } of entry.one.issuedCertificates)
      issuers.set(id, issuers.has(id) ? null : entry);
  const ordered = new Set<Entry>();
  const begun = new Set<Entry>();
  for (const first of entries) {
    const waiting = [first];
    for (let entry = waiting.at(-1); entry; entry = waiting.at(-1)) {
      const before = begun.has(entry)
        ? []
        : entry.one.canceledCertificates.flatMap((line) => issuers.get(line.controlCertificateId) ?? []);
      begun.add(entry);
      const missing = before.filter((one) => !begun.has(one));
      if (missing.length > 0) waiting.push(...missing);
      else {
        ordered.add(entry);
        waiting.pop();
      }
    }
  }
  return [...ordered];
}

/**
 * The first entry that is brought in: after the last one that has a problem, and later than every one that is left out, so
 * that from then on nothing is missing.
 */
function beginOf(entries: readonly Entry[], problem: (entry: Entry) => string | undefined) {
  let begin = 0;
  let why = '';
  for (let index = entries.length - 1; index >= 0 && begin === 0; index -= 1) {
    const found = problem(entries[index]!);
    if (found === undefined) continue;
    begin = index + 1;
    why = found;
  }
  const last = entries[begin - 1];
  for (let checked = 0; checked < begin; ) {
    const days = entries.slice(checked, begin).map(({ effective }) => effective ?? '');
    checked = begin;
    const latest = days.reduce((a, b) => (a > b ? a : b), '');
    begin = Math.max(begin, entries.findLastIndex(({ effective }) => (effective ?? '') <= latest) + 1);
  }
  return { begin, last, why };
}

/** What is missing of a transaction; undefined where nothing is. */
function problemOf(
  { one, effective, processed }: Entry,
  { classes, accounts }: Context,
  find: (line: RemoteLine) => Known | string,
): string | undefined {
  if (!typeCodes.has(one.typeCode)) return `its type ${one.typeCode} is not known here`;
  if (!effective) return 'its effective day is not given';
  if (!processed) return 'the day of its posting is not given';
  const lines = [...one.canceledCertificates, ...one.issuedCertificates];
  if (lines.length === 0) return 'it has no certificates';
  for (const line of lines) {
    if (!classes.has(line.securityTypeId)) return `its class ${line.securityType} is not given`;
    if (!accounts.has(line.shareholderCustomerId))
      return `the registration of its account ${line.shareholderCustomerId} is not given`;
    if (sharesOf(line) < 1n) return `it moves ${line.shares} shares`;
    const found = find(line);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/**
 * Finds the row of a certificate that a line names, or says why it has none. The journal has no prefixes: they come from the
 * list of certificates, which has canceled ones too, but not the issuer's own.
 */
function certificateFinder(context: Context): (line: RemoteLine) => Known | string {
  const { read, held } = context;
  const given = new Map(read.certificates.map((one) => [one.controlCertificateId, one]));
  const endedOn = new Map<number, CalendarDate>();
  for (const { effectiveDate, canceledCertificates } of read.journal)
    for (const { controlCertificateId: id } of canceledCertificates) {
      const day = parseDate(effectiveDate) ?? '';
      if (day > (endedOn.get(id) ?? '')) endedOn.set(id, day);
    }
  const found = new Map<number, Known | string>();
  const idOfName = new Map<string, number>();
  const nameOf = ({ values }: PulledPosition) =>
    `${values.class}\n${values.prefix}\n${Number(values.number)}`;
  for (const [id, position] of held.byId) idOfName.set(nameOf(position), id);

  function findNew(line: RemoteLine): Known | string {
    const id = line.controlCertificateId;
    const outstanding = held.byId.get(id);
    if (outstanding) return { ...outstanding, isHeld: true };
    const made = canceledRow(line, given.get(id), endedOn.get(id), context);
    if (typeof made === 'string')
      return `the certificate ${line.securityType} ${line.certificateNumber} ${made}`;
    if ((idOfName.get(nameOf(made)) ?? id) !== id)
      return `the certificate ${made.values.class} ${made.values.prefix}-${made.values.number} is given twice`;
    idOfName.set(nameOf(made), id);
    return { ...made, isHeld: false, stop: given.get(id)?.stop };
  }

  return (line) => {
    const known = found.get(line.controlCertificateId) ?? findNew(line);
    found.set(line.controlCertificateId, known);
    return known;
  };
}

/** A certificate that is no longer outstanding, or what it lacks. */
function canceledRow(
  line: RemoteLine,
  given: RemoteCertificate | undefined,
  endedOn: CalendarDate | undefined,
  { classes, forms, held }: Context,
): PulledPosition | string {
  const ofClass = classes.get(line.securityTypeId);
  if (!ofClass) return 'is of an unknown class';
  const isTreasury = !given && held.treasury?.account === line.shareholderCustomerId;
  const name = certificateNameOf(given?.prefixAndCertificateNumber ?? line.certificateNumber);
  const prefix = isTreasury ? treasuryPrefixOf(forms, ofClass) : given && name?.prefix;
  if (!name || !prefix) return 'has no prefix in the list of certificates';
  const issued = parseDate(given?.issued ?? '') ?? parseDate(line.issuedDate);
  if (!issued) return 'has no day of issue';
  const canceled = parseDate(given?.canceled ?? '') ?? endedOn;
  if (!canceled) return 'is neither held nor canceled';
  return {
    classId: ofClass.id,
    values: {
      class: ofClass.name,
      account: line.shareholderCustomerId,
      form: isTreasury ? 'BookEntry' : (forms.get(ofClass.id)?.get(prefix) ?? 'Certificate'),
      ...{ prefix, number: name.number, shares: String(given?.shares ?? line.shares) },
      restriction: restrictionOf(given?.restriction ?? line.restriction) ?? 'O',
      ...{ issued_on: issued, canceled_on: canceled, is_post_split: given?.postReverseSplit ? 'Y' : 'N' },
      source_id: line.customerCertificateId === null ? '' : String(line.customerCertificateId),
    },
  };
}

const txnMax = 99_999_999n;
/** Room for the opening positions and for what is entered later. */
const lastTxnMax = 90_000_000n;

/** Numbers of at most 8 digits: the last ones of the numbers that are shown, or running ones where these do not fit. */
function numbersOf(entries: readonly Entry[]): Map<Entry, bigint> {
  const ends = new Map(entries.map((entry) => [entry, BigInt(entry.one.TransactionNumber) % (txnMax + 1n)]));
  const all = new Set(ends.values());
  const fit = all.size === entries.length && [...all].every((one) => one > 0n && one <= lastTxnMax);
  return fit ? ends : new Map(entries.map((entry, index) => [entry, BigInt(index + 1)]));
}

function rowsOf(
  entries: readonly Entry[],
  { read, report, held }: Context,
  find: (line: RemoteLine) => Known | string,
): HistoryRows {
  const numbers = numbersOf(entries);
  const areDistinct = new Set(entries.map(({ one }) => one.TransactionNumber)).size === entries.length;
  const journal: Values[] = [];
  const lines: Values[] = [];
  const canceled = new Map<number, Known>();
  for (const [index, entry] of entries.entries()) {
    const { one, received, effective, processed, completed } = entry;
    const txn = String(numbers.get(entry));
    journal.push({
      ...{ txn, type: one.typeCode, received_on: received ?? '', effective_on: effective! },
      ...{ processed_on: processed!, completed_on: completed ?? '', agent: one.Agent.slice(0, 200) },
      invoice: one.InvoiceNumber > 0 ? String(one.InvoiceNumber) : '',
      source_id: areDistinct ? String(one.TransactionNumber) : '',
      place: String(index + 1),
    });
    for (const [side, moved] of [
      ['Canceled', one.canceledCertificates],
      ['Issued', one.issuedCertificates],
    ] as const)
      for (const line of moved) {
        const known = find(line);
        // Every line of these transactions has its certificate.
        if (typeof known === 'string') continue;
        if (!known.isHeld) canceled.set(line.controlCertificateId, known);
        const { class: ofClass, prefix, number, source_id } = known.values;
        lines.push({
          ...{ txn, side, class: ofClass, prefix, number, source_id, account: line.shareholderCustomerId },
          ...{ name: line.shareholderName.slice(0, 320), issued_on: parseDate(line.issuedDate) ?? '' },
          ...{ shares: String(line.shares), restriction: restrictionOf(line.restriction) ?? 'O' },
        });
      }
  }
  const positions = [...canceled.values()].map(({ classId, values }) => ({ classId, values }));
  const stops: Values[] = [];
  for (const { values, stop } of canceled.values())
    if (stop)
      stops.push(...stopRows(values, stop, held.stops.length + stops.length, { day: read.day, report }));
  return { journal, lines, positions, stops };
}
