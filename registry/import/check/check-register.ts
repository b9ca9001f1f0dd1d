// Checks a register file: stages its sheets, runs all checks, collects findings and totals.

import type { ClientBase } from 'pg';
import { formatShares } from '#lib/format/shares';
import { Refusal, unreadable } from '#lib/sheet/read/refusal';
import { withClassColumns } from '../fields/class-columns.ts';
import { rowsOfRunMax, type SheetFields } from '../fields/field.ts';
import { sheetOf, sheets } from '../fields/index.ts';
import { collectFindings, type Finding, type Findings, type Severity } from '../findings.ts';
import type { OcfOptions } from '../ocf/package-to-sheets.ts';
import type { Writing } from '../read/cell-value.ts';
import type { ForeignColumn } from '../read/header.ts';
import { digestOf, openRegister } from '../read/open-register.ts';
import { missingSheet, type ReadRow, readSheet, type SheetMapping } from '../read/read-sheet.ts';
import type { RegisterFile } from '../read/register-file.ts';
import { type ForeignValue, valueKey } from '../read/unlisted-values.ts';
import { analyzeStage, createStage, stageRows } from '../stage/stage.ts';
import { stageHistory } from '../stage/stage-history.ts';
import { booksFrom } from './books-from.ts';
import type { CrossRowCheck } from './cross-row-check.ts';
import { crossRowChecks } from './cross-row-checks.ts';
import { type Places, placeOf } from './field-place.ts';
import { canceledCheck, historyChecks } from './history-checks.ts';
import { endHistory } from './history-end.ts';
import { findKnownRegistrations, knownChecks } from './known-registrations.ts';
import { rowCheck } from './rows/row-checks.ts';
import { checkTotals, type Total, type TypedTotal } from './totals.ts';
import { dropHistoryBeyondLimits, endHistoryWhereInconsistent } from './trim-pulled-history.ts';

/** What was decided about the unknown columns and values of a sheet of a source, by its headers. */
export type MappingOf = (
  source: string,
  sheet: string,
  headers: readonly string[],
) => Promise<SheetMapping | undefined>;

/** A column of a sheet whose header is unknown. */
export type UnknownColumn = ForeignColumn & { sheet: string };

/**
 * A value of a sheet about which a person has to decide; sheet and field by their keys. `here`: it is no value outside its list,
 * but the account of a registration that is here, with this number.
 */
export type UnknownValue = ForeignValue & { sheet: string; here?: string };

export type CheckOptions = {
  today: string;
  mappingOf?: MappingOf;
  /** The source whose decisions are taken; default: the one that the file names. */
  source?: string;
  /** Every registration that is here is linked; else as it was decided. */
  linkKnown?: boolean;
  /** `rows`: read up to now, of all sheets. */
  onStep?: (what: string, rows: number) => void;
  /** What an Open Cap Table package cannot say. */
  ocf?: OcfOptions;
  /** Control totals that were typed; compared beside those that the file states. */
  typedTotals?: readonly TypedTotal[];
};

export type Checked = {
  /** SHA-256 of the file. */
  digest: string;
  asOf: string | null;
  source: string | null;
  issuer: { customerId: string | null; name: string | null };
  /** Rows read, by sheet. */
  rows: Record<string, number>;
  /** Columns whose headers are no field's; 'sheet' is the key of the sheet. */
  unknownColumns: UnknownColumn[];
  /** Values that are not in the template's lists. */
  unknownValues: UnknownValue[];
  /** The headers of those sheets, by the key of the sheet. */
  headers: Record<string, readonly string[]>;
  totals: Total[];
  /** Those of them that were typed, compared or not. */
  typedTotals: readonly TypedTotal[];
  /** The day after which the books are whole, and how many transactions they will have; null where the check did not get so far. */
  books: { from: string; transactions: bigint } | null;
  counts: Record<Severity, number>;
  byCode: ReadonlyMap<string, number>;
  /** Those that are kept; a code has at most `keptOfCode`. */
  findings: Finding[];
};

/** The rows of a run, and where the columns of each sheet are. */
type Reading = {
  rows: Record<string, number>;
  places: Places;
  total: number;
  unknownColumns: UnknownColumn[];
  unknownValues: UnknownValue[];
  headers: Record<string, readonly string[]>;
  /** Names on Classes, which may have a column each on Positions. */
  classes: Set<string>;
  /** What was decided about the accounts of Holders. */
  accounts: ReadonlyMap<string, string>;
};

/**
 * Reads a file into the staged tables of this connection and checks it: everything is found in one pass. Nothing is
 * written that others see.
 */
export async function checkRegister(
  client: ClientBase,
  path: string,
  options: CheckOptions,
): Promise<Checked> {
  const findings = collectFindings();
  const reading: Reading = {
    ...{ rows: {}, places: new Map(), total: 0 },
    ...{ unknownColumns: [], unknownValues: [], headers: {}, classes: new Set(), accounts: new Map() },
  };
  const digest = await digestOf(path);
  let first: FirstRows = { source: {}, issuer: {} };
  let totals: Total[] = [];
  let sourceOf: RegisterFile['sourceOf'];
  let books: Checked['books'] = null;
  await createStage(client);
  try {
    const file = await openRegister(path, options.ocf);
    sourceOf = file.sourceOf;
    const { isPulled = false } = file;
    try {
      first = await readFile(client, file, findings, reading, options);
    } finally {
      await file.close();
    }
    options.onStep?.('Comparing rows', reading.total);
    await analyzeStage(client);
    await stageHistory(client);
    if (isPulled) await checkPulledHistory(client, findings, reading);
    else {
      await checkSets(client, findings, reading, [canceledCheck]);
      if (reading.rows.Journal || reading.rows['Journal lines'])
        await checkSets(client, findings, reading, historyChecks);
    }
    if (findings.counts().error === 0) await checkHistory(client, findings, reading);
    await checkSets(client, findings, reading, crossRowChecks);
    await checkKnown(client, findings, reading, options);
    totals = await checkTotals(client, findings, reading.places, options.typedTotals ?? []);
    books = await booksOf(client, first.source.as_of);
    if ((await digestOf(path)) !== digest) throw unreadable('it changed while it was read');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nowhere = { sheet: '', row: null, field: '', cell: '', value: '' };
    findings.add({ ...nowhere, code: error.code, severity: 'stop', sentence: error.message });
  }
  const names = [
    ...sheets.flatMap(({ key, name }) => reading.places.get(key)?.map((one) => one.name) ?? [name]),
  ];
  return {
    digest,
    asOf: first.source.as_of ?? null,
    source: first.source.name ?? null,
    issuer: { customerId: first.issuer.customer_id ?? null, name: first.issuer.name ?? null },
    rows: reading.rows,
    unknownColumns: reading.unknownColumns,
    unknownValues: reading.unknownValues,
    headers: reading.headers,
    totals,
    typedTotals: options.typedTotals ?? [],
    books,
    counts: findings.counts(),
    byCode: findings.byCode(),
    findings: findings.list(names).map((one) => (one.source ? one : withSource(one, sourceOf))),
  };
}

function withSource(finding: Finding, sourceOf: RegisterFile['sourceOf']): Finding {
  const source = sourceOf?.(finding);
  return source ? { ...finding, source } : finding;
}

/** Rows between two reports of progress. */
const toldEvery = 10_000;

type FirstRows = { source: ReadRow['values']; issuer: ReadRow['values'] };

/** Reads every sheet; Source comes first, because it states how dates and numbers are written. */
async function readFile(
  client: ClientBase,
  file: RegisterFile,
  findings: Findings,
  reading: Reading,
  { today, mappingOf, source: named, onStep }: CheckOptions,
): Promise<FirstRows> {
  const first: FirstRows = { source: {}, issuer: {} };
  for (const finding of file.findings ?? []) findings.add(finding);
  for (const name of file.unknown) {
    const sentence = `Sheet ${name} is not known. It is left out.`;
    const nowhere = { sheet: '', row: null, field: '', cell: '', value: name };
    findings.add({ ...nowhere, code: 'F08', severity: 'warning', sentence });
  }
  for (const sheet of sheets) {
    onStep?.(sheet.name, reading.total);
    const { as_of: asOf = null, date_order: dateOrder, decimal_mark: decimalMark } = first.source;
    const writing = { dateOrder, decimalMark, is1904: file.is1904 } as Writing;
    const parts = file.sheets.get(sheet.key) ?? [];
    // Control totals can be typed too: those that are missing are named one by one.
    if (parts.length === 0 && sheet.required && sheet.key !== 'totals') missingSheet(sheet, findings);
    const check = rowCheck(sheet.key, { asOf, today });
    for (const [part, source] of parts.entries()) {
      const places = reading.places.get(sheet.key) ?? [];
      reading.places.set(sheet.key, places);
      const firstPart = places.length;
      const rows = readSheet(withClassColumns(sheet, reading.classes), source, {
        writing,
        findings,
        optional: optionalIn(sheet.key, file, first.source),
        check,
        onRow: () => {
          countRow(reading, sheet);
          if (reading.total % toldEvery === 0) onStep?.(sheet.name, reading.total);
        },
        mappingOf: async (headers) => {
          if (part === 0) reading.headers[sheet.key] = headers;
          // Source is read before its source is known, and decisions about it are kept without one.
          const of = sheet.key === 'source' ? '' : (named ?? first.source.name ?? '');
          const mapping = await mappingOf?.(of, sheet.key, headers);
          if (sheet.key === 'holders') reading.accounts = mapping?.values.get('account') ?? new Map();
          return mapping;
        },
        onForeign: (columns) => {
          // A sheet that continues has the same columns.
          if (part === 0)
            reading.unknownColumns.push(...columns.map((one) => ({ ...one, sheet: sheet.key })));
        },
        onValues: (values) => addValues(reading.unknownValues, sheet.key, values),
        onHeader: (header) => places.push({ name: source.name, header }),
      });
      await stageRows(client, sheet, firstPart, keepKnown(rows, sheet, first, reading));
    }
  }
  return first;
}

/** A sheet that continues may have the same values. */
function addValues(to: UnknownValue[], sheet: string, values: readonly ForeignValue[]): void {
  for (const one of values) {
    const known = to.find(
      ({ sheet: of, field, value }) =>
        of === sheet && field === one.field && valueKey(value) === valueKey(one.value),
    );
    if (known) known.cells += one.cells;
    else to.push({ ...one, sheet });
  }
}

/** Fields that may be blank in this file: of its form, or because it was written without personal data. */
function optionalIn(key: string, { optional }: RegisterFile, { has_personal_data: has }: ReadRow['values']) {
  return optional?.get(key) ?? (has === 'false' ? withoutPersonalData.get(key) : undefined);
}

const authority = new Set(['authority']);
const withoutPersonalData: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['authorized', authority],
  ['reserves', authority],
  ['holders', new Set(['name2', 'address1', 'city', 'state', 'postal_code', 'country'])],
  ['positions', new Set(['legend'])],
  ['contacts', new Set(['name'])],
]);

function countRow(reading: Reading, { name }: SheetFields): void {
  reading.rows[name] = (reading.rows[name] ?? 0) + 1;
  reading.total += 1;
  if (reading.total > rowsOfRunMax)
    throw new Refusal('F01', `The file has more than ${rowsOfRunMax} rows. Nothing was read further.`);
}

/** Passes the rows on, and keeps what later sheets are read with. */
async function* keepKnown(
  pieces: AsyncIterable<ReadRow[]>,
  { key }: SheetFields,
  first: FirstRows,
  { classes }: Reading,
): AsyncGenerator<ReadRow[]> {
  for await (const rows of pieces) {
    for (const { values } of rows) {
      if (key === 'source' || key === 'issuer') first[key] = values;
      if (key === 'classes' && values.name) classes.add(values.name);
    }
    yield rows;
  }
}

/** Findings of one check that are read; more are counted. */
const readMax = 2000;

async function booksOf(client: ClientBase, asOf: string | null | undefined): Promise<Checked['books']> {
  if (!asOf) return null;
  const { rows } = await client.query<{ day: string | null; transactions: bigint }>(
    `select b.day, (select count(*) from staged_txn where not is_past) as transactions from (${booksFrom}) as b`,
    [asOf],
  );
  const { day, transactions } = rows[0]!;
  return day === null ? null : { from: day, transactions };
}

async function checkPulledHistory(
  client: ClientBase,
  findings: Findings,
  { places }: Reading,
): Promise<void> {
  const add = (field: string, row: bigint, value: string, sentence: string) =>
    findings.add({
      ...placeOf(places, sheetOf('journal'), field, row),
      ...{ code: 'R05', severity: 'warning', value, sentence },
    });
  for (const { row, txn, sentence: why, day } of await endHistoryWhereInconsistent(client)) {
    const sentence = `Transaction ${txn} does not agree with the rest. ${why} The history begins after ${day}.`;
    add('txn', row, String(txn), sentence);
  }
  const beyond = await dropHistoryBeyondLimits(client);
  if (beyond !== undefined) {
    const nowhere = { sheet: '', row: null, field: '', cell: '', value: '' };
    const sentence = `The history is left out, because earlier authorized shares are not known well enough. ${beyond}`;
    findings.add({ ...nowhere, code: 'R05', severity: 'warning', sentence });
  }
}

/** Registrations that are here are listed, because a person decides about them. */
async function checkKnown(
  client: ClientBase,
  findings: Findings,
  reading: Reading,
  { linkKnown }: CheckOptions,
): Promise<void> {
  const decided = (account: string) => reading.accounts.get(valueKey(account));
  const known = await findKnownRegistrations(client, decided, linkKnown);
  reading.unknownValues.push(
    ...known.map(({ account: value, here, choice: code }) => ({
      ...{ sheet: 'holders', field: 'account', value, here, code },
      ...{ cells: 1, isMapped: code !== null },
    })),
  );
  await checkSets(client, findings, reading, knownChecks);
}

async function checkHistory(client: ClientBase, findings: Findings, { places }: Reading): Promise<void> {
  const { broken, leftOut, freed } = await endHistory(client);
  const at = (field: string, row: bigint) => placeOf(places, sheetOf('journal'), field, row);
  for (const { row, txn, type, sentence: why, day } of broken) {
    const sentence = `Transaction ${txn} (${type}) breaks a rule. ${why}. The history begins after ${day}.`;
    findings.add({ ...at('txn', row), code: 'J03', severity: 'warning', value: String(txn), sentence });
  }
  for (const { row, txn, ratio, day } of leftOut) {
    const sentence = `The ratio ${ratio} of transaction ${txn} does not hold for the shares of ${day}. It is left out, with its rule and price; the shares are those of the lines.`;
    findings.add({ ...at('ratio', row), code: 'J07', severity: 'note', value: ratio, sentence });
  }
  for (const { row, txn, shares } of freed) {
    const sentence = `Transaction ${txn} makes ${formatShares(shares)} restricted shares free. Its purpose is not known, so that it is not checked whether it may.`;
    findings.add({ ...at('purpose', row), code: 'J08', severity: 'warning', value: '', sentence });
  }
}

async function checkSets(
  client: ClientBase,
  findings: Findings,
  { places }: Reading,
  checks: readonly CrossRowCheck[],
): Promise<void> {
  for (const { code, severity, sheet, field, sql } of checks) {
    const { rows } = await client.query<{ row: bigint; value: string; sentence: string; count: bigint }>(
      `select *, count(*) over () as count from (${sql}) as found order by row limit ${readMax}`,
    );
    for (const { row, value, sentence } of rows) {
      const place = placeOf(places, sheetOf(sheet), field, row);
      if (place.cell && findings.isFlagged(place.sheet, place.cell)) continue;
      findings.add({ ...place, code, severity, value, sentence });
    }
    const more = Number(rows[0]?.count ?? 0) - rows.length;
    if (more > 0) findings.addUnseen(code, severity, more);
  }
}
