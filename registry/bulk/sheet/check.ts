// Reads a bulk sheet into the temporary table staged_bulk and collects what all checks find.

import type { PoolClient } from 'pg';
import { bulkRowsMax } from '#lib/contract/upload-limits';
import { copyRows } from '#lib/postgres/copy-rows';
import { Refusal } from '#lib/sheet/read/refusal';
import type { Checked } from '#registry/import/check/check-register';
import { type Places, placeOf } from '#registry/import/check/field-place';
import { collectFindings, type Findings, keptOfCode } from '#registry/import/findings';
import type { Writing } from '#registry/import/read/cell-value';
import { digestOf } from '#registry/import/read/open-register';
import { type ReadRow, readSheet } from '#registry/import/read/read-sheet';
import { partSpan } from '#registry/import/stage/stage';
import { bulkClient, bulkEndpoint } from '#registry/ledger/idempotency';
import { bookChecks } from './book-checks.ts';
import { checkCapacity } from './capacity.ts';
import { bulkSheets } from './fields.ts';
import { filled, keyOf, kindOfSheet, occurrences, type Values } from './instruction.ts';
import { openBulk } from './open.ts';
import { rowCheck } from './row-checks.ts';
import { tryTransfers } from './try-transfers.ts';
import type { AddAt, CheckBulk } from './types.ts';

/** Columns of staged_bulk that become those of bulk_row. */
export const stagedColumns =
  'number, sheet, kind, first_row, last_row, key, customer_issuer_id, account, batch, effective_on, content, acknowledged';

const createSql = `create temporary table staged_bulk (
  number int not null, sheet_key text not null, sheet text not null, kind text not null, first_row int not null,
  last_row int not null, key text not null, customer_issuer_id bigint, account text not null, batch text not null,
  effective_on date, class_type text, series text, shares bigint, has_holder boolean not null, content text not null,
  acknowledged text not null default '', is_there boolean not null default false)`;

const copied = [
  ...[
    'number',
    'sheet_key',
    'sheet',
    'kind',
    'first_row',
    'last_row',
    'key',
    'customer_issuer_id',
    'account',
  ],
  ...['batch', 'effective_on', 'class_type', 'series', 'shares', 'has_holder', 'content'],
];

/**
 * Reads a sheet of instructions and finds everything at once. The instructions stay in the temporary table staged_bulk
 * of this connection; nothing that others see is written.
 */
export async function checkBulk(client: PoolClient, path: string, options: CheckBulk): Promise<Checked> {
  const findings = collectFindings();
  const places: Places = new Map();
  const rows: Record<string, number> = {};
  const digest = await digestOf(path);
  await client.query('drop table if exists staged_bulk');
  await client.query(createSql);
  try {
    await readFile(client, path, { ...options, findings, places, rows });
    options.onStep?.('Comparison with the books');
    await compare(client, findings, places, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nowhere = { sheet: '', row: null, field: '', cell: '', value: '' };
    findings.add({ ...nowhere, code: error.code, severity: 'stop', sentence: error.message });
  }
  const names = bulkSheets.flatMap(({ key, name }) => places.get(key)?.map((one) => one.name) ?? [name]);
  return {
    ...{ digest, rows, asOf: null, source: null, issuer: { customerId: null, name: null } },
    ...{ unknownColumns: [], unknownValues: [], headers: {}, totals: [], typedTotals: [], books: null },
    counts: findings.counts(),
    byCode: findings.byCode(),
    findings: findings.list(names),
  };
}

type Reading = CheckBulk & { findings: Findings; places: Places; rows: Record<string, number> };

const toldEvery = 5_000;

async function readFile(client: PoolClient, path: string, reading: Reading): Promise<void> {
  const { findings, onStep } = reading;
  const file = await openBulk(path);
  try {
    for (const name of file.unknown) {
      const sentence = `Sheet ${name} is not known. It is left out.`;
      const nowhere = { sheet: '', row: null, field: '', cell: '', value: name };
      findings.add({ ...nowhere, code: 'F08', severity: 'warning', sentence });
    }
    const occurrence = occurrences();
    let read = 0;
    let number = 0;
    for (const sheet of bulkSheets) {
      for (const [part, source] of (file.sheets.get(sheet.key) ?? []).entries()) {
        const writing: Writing = { dateOrder: null, decimalMark: null, is1904: file.is1904 };
        const pieces = readSheet(sheet, source, {
          ...{ writing, findings, check: rowCheck(sheet.key, reading.today) },
          onRow: () => {
            read += 1;
            reading.rows[sheet.name] = (reading.rows[sheet.name] ?? 0) + 1;
            if (read > bulkRowsMax)
              throw new Refusal('F01', `The file has more than ${bulkRowsMax} rows. Send it in several.`);
            if (read % toldEvery === 0) onStep?.(sheet.name, read);
          },
          onHeader: (header) => {
            reading.places.set(sheet.key, [
              ...(reading.places.get(sheet.key) ?? []),
              { name: source.name, header },
            ]);
          },
        });
        const kind = kindOfSheet[sheet.key]!;
        const list = eachRow(pieces);
        const grouped = kind === 'Transfer' ? joinItems(list) : eachAlone(list);
        async function* staged() {
          for await (const { first, last, values, flag } of grouped) {
            const count = occurrence(kind, values);
            if (count > 1)
              flag(
                kind === 'Transfer' ? 'item' : 'batch',
                'B01',
                'warning',
                `The same was said ${count - 1 === 1 ? 'once' : `${count - 1} times`} above. This row is carried out too.`,
              );
            number += 1;
            const [one = {}] = values;
            const place = (row: number) => part * partSpan + row;
            yield [
              ...[number, sheet.key, source.name, kind, place(first), place(last)],
              ...[
                keyOf(kind, values, count),
                one.issuer_id,
                one.account ?? one.to_account ?? '',
                one.batch ?? '',
              ],
              ...[one.effective_on, one.class_type ?? 'C', one.series, one.shares, one.name !== undefined],
              JSON.stringify(values),
            ];
          }
        }
        await copyRows(client, 'staged_bulk', copied, staged());
      }
    }
    if (read === 0 && findings.counts().error === 0)
      throw new Refusal('F01', 'The file has no row of Issuances, Transfers or Holder updates.');
  } finally {
    await file.close();
  }
}

type Grouped = { first: number; last: number; values: Values[]; flag: ReadRow['flag'] };

async function* eachRow(pieces: AsyncIterable<ReadRow[]>): AsyncGenerator<ReadRow> {
  for await (const rows of pieces) yield* rows;
}

async function* eachAlone(rows: AsyncIterable<ReadRow>): AsyncGenerator<Grouped> {
  for await (const { row, values, flag } of rows)
    yield { first: row, last: row, values: [filled(values)], flag };
}

/** Fields in which the rows of one transfer may differ. */
const ofLine: ReadonlySet<string> = new Set(['to_account', 'shares', 'form', 'restriction', 'legend']);

/** Joins the rows of a transfer: those that follow each other with the same batch, issuer and item. */
async function* joinItems(rows: AsyncIterable<ReadRow>): AsyncGenerator<Grouped> {
  const begun = new Map<string, number>();
  let current: (Grouped & { name: string }) | undefined;
  for await (const { row, values: given, flag } of rows) {
    const values = filled(given);
    const { batch, issuer_id: issuer, item } = values;
    const name = JSON.stringify([batch, issuer, item]);
    if (current?.name === name) {
      const [first = {}] = current.values;
      for (const key of new Set([...Object.keys(first), ...Object.keys(values)]))
        if (!ofLine.has(key) && first[key] !== values[key])
          flag(
            key,
            'B03',
            'error',
            `Row ${current.first} of item ${item} says ${first[key] ?? 'nothing'} here.`,
          );
      current.values.push(values);
      current.last = row;
      continue;
    }
    if (current) yield current;
    const before = begun.get(name);
    if (item && before !== undefined)
      flag('item', 'B02', 'error', `Item ${item} began in row ${before}. Its rows must follow each other.`);
    begun.set(name, row);
    current = { name, first: row, last: row, values: [values], flag };
  }
  if (current) yield current;
}

/** Findings that need the books, or all rows together. */
async function compare(
  client: PoolClient,
  findings: Findings,
  places: Places,
  options: CheckBulk,
): Promise<void> {
  await client.query(
    `update staged_bulk s set is_there = true from idempotency_key k
      where k.client_id = $1 and k.endpoint = $2 and k.key = s.key`,
    [bulkClient, bulkEndpoint],
  );
  await client.query('analyze staged_bulk');
  const there = await client.query<{ count: bigint }>(
    'select count(*) as count from staged_bulk where is_there',
  );
  const count = there.rows[0]?.count ?? 0n;
  if (count > 0n)
    findings.add({
      ...{ code: 'B07', severity: 'note', sheet: '', row: null, field: '', cell: '', value: `${count}` },
      sentence: `${count} ${count === 1n ? 'instruction is' : 'instructions are'} in the books already, from the same sheet sent before. Nothing is done again.`,
    });
  const add: AddAt = ({ sheetKey, column, row, code, severity, value, sentence }) => {
    const sheet = bulkSheets.find(({ key }) => key === sheetKey)!;
    const place = placeOf(places, sheet, column, BigInt(row));
    if (place.cell && findings.isFlagged(place.sheet, place.cell)) return;
    findings.add({ ...place, code, severity, value, sentence });
  };
  for (const { code, severity, sheetKey, column, sql } of bookChecks) {
    const { rows } = await client.query<{ row: number; value: string; sentence: string; count: bigint }>(
      `select *, count(*) over () as count from (${sql}) as found order by row limit ${keptOfCode}`,
    );
    for (const { row, value, sentence } of rows)
      add({ ...{ sheetKey, column, row, code, severity, value, sentence } });
    const more = Number(rows[0]?.count ?? 0) - rows.length;
    if (more > 0) findings.addUnseen(code, severity, more);
  }
  await checkCapacity(client, add);
  // A transfer that cannot be read is not tried.
  if (findings.counts().error === 0) await tryTransfers(client, add, options);
}
