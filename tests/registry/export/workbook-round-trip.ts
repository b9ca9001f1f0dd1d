// Expects that an exported workbook, imported again, gives the same workbook and answers.

import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addDays } from '#lib/format/dates';
import { withTransaction } from '#lib/postgres/pool';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import { addDemoClients } from '#registry/access/clients';
import { clockIn } from '#registry/clock';
import { type Database, proof, type TestDatabases } from '#tests/ledger/database';
import { basePath, buyToken, type Registry } from '../boot.ts';
import { command } from '../command.ts';

/** Sheets that hold no data. */
const textSheets = new Set(['Instructions', 'Columns', 'Lists']);

/** Cells of each sheet of a workbook by its name. */
export async function sheetsOf(path: string): Promise<Map<string, Map<string, string>>> {
  const files = unzip(await readFile(path));
  const tabs = String(files.get('xl/workbook.xml')).matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g);
  return new Map(
    [...tabs].map(([, name, id]) => {
      const cells = readCells(String(files.get(`xl/worksheets/sheet${id}.xml`)));
      return [name!, new Map([...cells].map(([at, { type, value }]) => [at, `${type} ${value}`]))];
    }),
  );
}

/**
 * Writes an issuer as a workbook, brings it into an empty registry, and writes it from there: every sheet with data is the
 * same. Returns the database that now has the issuer.
 */
export async function expectSameWorkbook(
  registry: () => Registry,
  { databases, folder }: { databases: TestDatabases; folder: string },
  issuer: number,
): Promise<Database & { file: string }> {
  const exporter = command(registry, 'registry/export');
  const [first, second] = [1, 2].map((number) => join(folder, `${issuer}-${number}.xlsx`)) as [
    string,
    string,
  ];
  const words = ['--issuer', String(issuer), '--format', 'workbook', '--personal-data', '--json', '--out'];
  const written = await exporter([...words, first]);
  expect([written.status, written.err]).toEqual([0, '']);
  expect(statSync(first).mode & 0o077).toBe(0);

  const { url, pool } = await databases.open(`workbook_${issuer}`);
  const env = { REGISTRY_DATABASE_URL: url };
  const posted = await command(registry, 'registry/import')(
    [first, '--json', '--accept-warnings', 'As at the prior agent'],
    '',
    env,
  );
  expect([posted.status, posted.err]).toEqual([0, '']);
  const { byCode, rows } = JSON.parse(posted.out);
  // Restrictions without legends, and accounts that were opened after a transaction was effective, are so in the demo. A
  // stock dividend counts from a record date that the journal does not have.
  expect(Object.keys(byCode).filter((code) => !['X16', 'P08', 'H15', 'J07'].includes(code))).toEqual([]);
  const read = JSON.parse(written.out).sheets;
  expect(rows).toEqual(Object.fromEntries(Object.entries(read).filter(([, count]) => count !== 0)));
  expect(await proof(pool)).toEqual([]);

  const again = await exporter([...words, second], '', env);
  expect([again.status, again.err]).toEqual([0, '']);
  const [before, after] = [await sheetsOf(first), await sheetsOf(second)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const name of before.keys())
    if (!textSheets.has(name) && name !== 'Source')
      expect([name, comparable(name, after)]).toEqual([name, comparable(name, before)]);
  return { file: first, url, pool };
}

/** The cells of a sheet without the terms of stock dividends, which may be left out with a note. */
function comparable(name: string, sheets: Map<string, Map<string, string>>): Map<string, string> {
  const cells = new Map(sheets.get(name));
  if (name !== 'Journal') return cells;
  for (const [at, value] of sheets.get(name)!)
    if (value === 'inlineStr D' && at.startsWith('B'))
      for (const column of ['J', 'K', 'L']) cells.delete(`${column}${at.slice(1)}`);
  return cells;
}

/** Ids that a registry gives out itself. */
const own = /^(?:control|system|securityType|security|issuance|canceled|issued|issuer).*id$|controlId$/i;

/** When an entry of the control book was made, and the agent whose registry it is. */
const ofRegistry = new Set(['recordedAt', 'Agent']);
/** Numbers of transactions, and of reserves, end alike where they begin with the issuer. */
const numbers = new Set(['TransactionNumber', 'transactionId']);

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map(withoutIds);
    // Certificates of a transaction are in the order of ids.
    return list.some((one) => isCertificate(one)) ? list.map((one) => JSON.stringify(one)).sort() : list;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, of]) => {
      // A workbook keeps no zeros at the end of a price.
      if (key === 'price' && of !== null) return [[key, Number(of)]];
      // A reserve is shown under its own id, holders under their account numbers.
      const isNumber = numbers.has(key) || (key === 'displayShareholderId' && isReserve(value));
      if (isNumber && of !== null) return [[key, Number(of) % 100_000_000]];
      return own.test(key) || ofRegistry.has(key) ? [] : [[key, withoutIds(of)]];
    }),
  );
}

/** Rows as text. Where a list is in the order of ids, registries order it each in its own way. */
const linesOf = (rows: readonly unknown[]): string[] =>
  rows.map((row) => JSON.stringify(withoutIds(row))).sort();

const isReserve = (value: object) => 'isReserved' in value && value.isReserved === true;
const isCertificate = (value: unknown) =>
  typeof value === 'object' && value !== null && 'certificateNumber' in value;

/** Ten days of the history, that of the register and later ones among them. */
const cutoffs = [
  ...['2016-06-30', '2019-12-31', '2023-03-31', '2024-02-29', '2024-12-31', '2025-03-17', '2025-12-31'],
  ...['2026-11-20', '2026-11-27', '2026-12-03'],
];
/** The day of the register; later transactions are not in its workbook. */
const lastDay = '2026-11-20';

/**
 * What the interface answers about an issuer on days of its history and on later ones, without ids of its own. Lists
 * that come in pages are left out for a large register.
 */
async function answersOf(
  origin: string,
  issuer: number,
  { booksFrom, isLarge }: { booksFrom: string; isLarge: boolean },
): Promise<string[][]> {
  const authorization = `Bearer ${await buyToken(origin, 'demo-agent')}`;
  async function read(path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${origin}${basePath}${path}`, { headers, ...sent });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  }
  /** Every row of a list. */
  async function all(path: string, list: string): Promise<string[]> {
    const rows: unknown[] = [];
    for (let total = 1; rows.length < total; ) {
      const page = (await read(`${path}&start=${rows.length}&numberOfRows=1000`)) as Record<string, unknown>;
      total = Number(page.totalRecords ?? page.totalShareholderRecords);
      const more = page[list] as unknown[];
      if (more.length === 0) break;
      rows.push(...more);
    }
    return linesOf(rows);
  }
  const answers: string[][] = [];
  for (const day of cutoffs.filter((one) => one >= booksFrom)) {
    const balance = `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${day}`;
    const onDay = `?customerIssuerId=${issuer}&cutoff=${day}`;
    const owned = (await read(`/api/v1/Report/GetOwnershipPercentage${onDay}`)) as Record<string, unknown[]>;
    const diluted = (await read(`/api/v1/Report/GetDilutedPercentage${onDay}&isPDF=false`)) as Record<
      string,
      { shareholders: unknown[] }[]
    >;
    answers.push(
      linesOf([
        await read(balance),
        owned.balances,
        diluted.securites!.map(({ shareholders: _, ...of }) => of),
      ]),
      linesOf(owned.accounts!),
      linesOf(diluted.securites!.flatMap(({ shareholders }) => shareholders)),
    );
    if (!isLarge)
      answers.push(
        await all(`/agent/v1/certificates${onDay}`, 'certificates'),
        await all(`/agent/v1/holders${onDay}`, 'shareholders'),
      );
  }
  if (!isLarge)
    answers.push(
      await all(`/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${issuer}`, 'shareholders'),
    );
  if (booksFrom === lastDay) return answers;
  const first = addDays(booksFrom, 1);
  const book = `/agent/v1/control-book?customerIssuerId=${issuer}&startDate=${first}&endDate=${lastDay}`;
  const { classes, transfers, openRecordDifferences } = (await read(book)) as Record<string, unknown>;
  const sent = {
    customerIssuerId: issuer,
    filterDateBy: 'EffectiveDate',
    startDate: first,
    endDate: lastDay,
  };
  const path = '/api/v1/Report/GenerateTransactionList';
  const { transactions } = (await read(path, { ...sent, returnJSON: true })) as { transactions: unknown[] };
  // 1007 has issued nothing. An empty journal of another issuer would compare nothing.
  expect(transactions.length > 100).toBe(issuer !== 1007);
  answers.push(linesOf([{ classes, transfers, openRecordDifferences }]), linesOf(transactions));
  if (!isLarge) answers.push(await all(book, 'entries'));
  return answers;
}

type Compared = {
  /** Where the register came from; that of the test file unless given. */
  from?: Database;
  /** Lists that come in pages are not compared. */
  isLarge?: boolean;
};

/** Both registries answer alike, some days later. */
export async function expectSameAnswers(
  registry: () => Registry,
  books: Database,
  issuer: number,
  { from, isLarge = false }: Compared = {},
): Promise<void> {
  const clock = clockIn('America/New_York', new Date('2026-12-03T16:00:00Z'));
  async function started({ url, pool }: Database, name: string) {
    await withTransaction(pool, (db) => addDemoClients(db, clock.now()));
    return registry().another({ clock, pool, databaseUrl: url, dataDir: join(registry().dataDir, name) });
  }
  const servers = [
    await (from ? started(from, `source-${issuer}`) : registry().another({ clock })),
    await started(books, `copy-${issuer}`),
  ];
  try {
    const { rows } = await books.pool.query<{ books_from: string | null }>(
      'select books_from from issuer where customer_id = $1',
      [issuer],
    );
    // The books of an archive have no first day where those that it was written from had none.
    const booksFrom = rows[0]!.books_from ?? addDays(cutoffs[0]!, -1);
    const [before, after] = await Promise.all(
      servers.map(({ port }) => answersOf(`http://127.0.0.1:${port}`, issuer, { booksFrom, isLarge })),
    );
    expect(after!.map(({ length }) => length)).toEqual(before!.map(({ length }) => length));
    for (const [index, lines] of before!.entries()) {
      const row = lines.findIndex((line, at) => line !== after![index]![at]);
      expect([index, row, after![index]![row]]).toEqual([index, -1, undefined]);
    }
  } finally {
    for (const server of servers) await server.close(1000);
  }
}
