import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gather, unzip } from '#lib/sheet/archive-for-tests';
import { writeZip } from '#lib/sheet/zip';
import { type Checked, checkRegister } from '#registry/import/check/check-register';
import { templateCsv, templateWorkbook } from '#registry/import/template/template';
import { registryOfFile } from '../boot.ts';
import { planted, plantedBook, soundBook } from './planted.ts';
import { addHeaders, alone } from './single-changes.ts';
import { historyAlone } from './single-history-changes.ts';
import { type Book, day, type Rows, workbook } from './workbook.ts';

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

async function checkBytes(bytes: Uint8Array, today = '2026-12-15'): Promise<Checked> {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return registry().database.asOwner(async (pool) => {
    const client = await pool.connect();
    try {
      return await checkRegister(client, path, { today });
    } finally {
      client.release(true);
    }
  });
}

const check = async (book: Book) => checkBytes(await workbook(book));
const places = ({ findings }: Checked) =>
  findings.map(({ sheet, cell, row, code, sentence }) => `${sheet}!${cell || row} ${code} ${sentence}`);

/** The sound register with rows of one sheet changed. */
async function changed(sheet: string, change: (rows: Rows, book: Book) => void): Promise<string[]> {
  const book = soundBook();
  book.rows[sheet] ??= {};
  change(book.rows[sheet], book);
  addHeaders(book);
  return places(await check(book));
}

describe('forty planted errors', () => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await check(plantedBook());
  });

  test.for(planted)('%s!%s: %s %s %s', ([sheet, at, , code, sentence]) => {
    const found = checked.findings.filter((one) => one.code === code && one.sentence === sentence);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ sheet, row: Number(/\d+$/.exec(at)![0]) });
    if (/^[A-Z]/.test(at)) expect(found[0]!.cell).toBe(at);
  });

  test('are exactly what is found, errors and warnings together', () => {
    const listed = checked.findings.filter(({ severity }) => severity !== 'note');
    expect(listed.map(({ sentence }) => sentence).sort()).toEqual(planted.map(([, , , , s]) => s).sort());
    expect(checked.counts.error + checked.counts.warning).toBe(40);
  });
});

test('the sound register, and the example of the template as workbook and as CSV, have no finding', async () => {
  const sound = await check(soundBook());
  expect(places(sound)).toEqual([]);
  expect(sound).toMatchObject({ asOf: '2026-11-30', source: 'Prior Registrar LLC', rows: { Holders: 60 } });
  expect(places(await checkBytes(await gather(templateWorkbook(true))))).toEqual([]);
  expect(places(await checkBytes(await gather(templateCsv(true))))).toEqual([]);
});

test('the empty template says what is missing', async () => {
  const checked = await checkBytes(await gather(templateWorkbook(false)));
  expect(places(checked)).toEqual([
    'Source!2 F06 Source has no row.',
    'Issuer!2 F06 Issuer has no row.',
    'Classes!2 F06 Classes has no row.',
  ]);
});

test('a workbook that counts from 1904 is read, and says so once', async () => {
  const book = soundBook();
  const positions = book.rows.Positions!;
  positions[5] = { ...positions[5], I: day(42_124) };
  positions[6] = { ...positions[6], I: day(42_124.5) };
  expect(places(await check({ ...book, is1904: true }))).toEqual([
    'Positions!I5 F13 The workbook counts dates from 1904. I5 is read as 2019-05-01.',
  ]);
});

describe('each of these is found, alone', () => {
  beforeAll(async () => {
    const { pool } = registry().database;
    await pool.query("update holder set customer_id = '88-KNOWN' where id = (select min(id) from holder)");
  });

  test.for([...alone, ...historyAlone])('%s', async ([, sheet, change, expected]) => {
    expect(await changed(sheet, change)).toEqual(expected);
  });
});

test('a file that is no workbook stops the run with its sentence', async () => {
  const checked = await checkBytes(Buffer.from('Account,Name'));
  expect(checked.counts.stop).toBe(1);
  expect(places(checked)).toEqual([
    '!null F01 The file is not a readable XLSX, CSV or ZIP file: no central directory.',
  ]);
});

test('CSV in another encoding, and a row with a field too many', async () => {
  const files = await csvFiles();
  const bad = {
    ...files,
    'holders.csv': Buffer.from(String(files['holders.csv']).replace('JOHN', 'J\u00f6HN'), 'latin1'),
  };
  expect((await checkBytes(await zipped(bad))).findings[0]?.sentence).toMatch(
    /^holders\.csv is not UTF-8 at byte \d+\. Save it as UTF-8\.$/,
  );
  const long = { ...files, 'stops.csv': Buffer.from(`${String(files['stops.csv']).trimEnd()},more\r\n`) };
  expect(places(await checkBytes(await zipped(long)))).toEqual([
    'Stops!2 F10 Row 2 has 8 fields; the header has 7.',
  ]);
});

async function csvFiles(): Promise<Record<string, Buffer>> {
  return Object.fromEntries(unzip(await gather(templateCsv(true))));
}

const zipped = (files: Record<string, Buffer>) =>
  gather(
    writeZip(
      Object.entries(files).map(([name, data]) => ({ name, data })),
      { date: '2026-01-01' },
    ),
  );
