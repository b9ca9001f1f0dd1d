import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { openPool } from '../pool.ts';
import { openTestServer, type TestServer } from '../server-for-tests.ts';
import { dumpDatabase } from './dump.ts';
import { restoreDatabase, verifyBackup } from './restore.ts';

const migrations = new URL('../../../registry/db/migrations/', import.meta.url);
const now = new Date('2026-11-20T15:00:00Z');

let folder: string;
let server: TestServer;
let from: Pool;
let to: Pool | undefined;
const pools: Pool[] = [];

async function database(name: string): Promise<Pool> {
  await server.ensureDatabase(name);
  await migrate(server.urlFor(name), migrations);
  const pool = openPool(server.urlFor(name), { max: 2, applicationName: 'backup test' });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sharebook-backup-'));
  server = await openTestServer(folder);
  from = await database('source');
  await from.query(`insert into counter (scope, next_id) values ('awkward \t\n\\. \\N "', 9007199254740993)`);
  await from.query(
    `insert into counter (scope, next_id) select 'line ' || n, n from generate_series(1, 30000) n`,
  );
}, 60_000);

/** A refused restore leaves the target empty, so the next test can use it too. */
let round = 0;
beforeEach(async () => {
  if (to && (await rowsIn(to)) === 0) return;
  round += 1;
  to = await database(`target_${round}`);
}, 60_000);

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await server.release();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const file = (name: string) => join(folder, name);
const dump = (pool: Pool, name: string) => dumpDatabase(pool, 'registry', createWriteStream(file(name)), now);
const restore = (name: string, forget: string[] = []) =>
  restoreDatabase(to as Pool, 'registry', createReadStream(file(name)), forget);

/** The same backup with its text changed. */
function doctored(name: string, change: (text: string) => string): string {
  writeFileSync(file('doctored'), gzipSync(change(gunzipSync(readFileSync(file(name))).toString('utf8'))));
  return 'doctored';
}

const rowsIn = async (pool: Pool) =>
  (await pool.query('select count(*)::int as n from counter')).rows[0].n as number;

test('restored data has the digests of the original', async () => {
  const { tables } = await dump(from, 'whole');
  expect(tables.find(({ table }) => table === 'counter')?.rows).toBe(30_001);
  await restore('whole');
  expect((await dump(to as Pool, 'again')).tables).toEqual(tables);
  const { rows } = await (to as Pool).query<{ next_id: bigint }>(
    `select next_id from counter where scope like 'awkward%'`,
  );
  expect(rows[0]?.next_id).toBe(9007199254740993n);
});

test('is one snapshot, despite concurrent writes', async () => {
  const out = createWriteStream(file('moment'), { highWaterMark: 64 });
  const writing = dumpDatabase(from, 'registry', out, now);
  await from.query(`insert into counter (scope, next_id) values ('late', 1)`);
  const { tables } = await writing;
  await from.query(`delete from counter where scope = 'late'`);
  const text = gunzipSync(readFileSync(file('moment'))).toString('utf8');
  // Taken before or after the insert, but count and rows must agree.
  expect(text.includes('late\t1') ? 30_002 : 30_001).toBe(
    tables.find(({ table }) => table === 'counter')?.rows,
  );
});

test('rows excluded from the restore are left out', async () => {
  await dump(from, 'forget');
  await restore('forget', ['counter']);
  expect(await rowsIn(to as Pool)).toBe(0);
});

test.each<[string, (text: string) => string, RegExp]>([
  ['a cut file', (text) => text.slice(0, text.length / 2), /cut off/],
  ['a file without its last line', (text) => text.slice(0, text.lastIndexOf('{"end"')), /cut off/],
  ['a changed row', (text) => text.replace('line 17\t17', 'line 17\t18'), /damaged/],
  ['a missing row', (text) => text.replace('line 17\t17\n', ''), /damaged/],
  [
    'another database',
    (text) => text.replace('"database":"registry"', '"database":"dashboard"'),
    /dashboard/,
  ],
  ['another version', (text) => text.replace('0001_issuers', '0000_issuers'), /migration/],
  ['another file', () => 'hello\n', /not a backup/],
  ['an unknown table', (text) => text.replace('{"table":"counter"', '{"table":"counters"'), /counters/],
])('rejects %s and restores no rows', async (_, change, message) => {
  await dump(from, 'good');
  await expect(restore(doctored('good', change))).rejects.toThrow(message);
  expect(await rowsIn(to as Pool)).toBe(0);
});

test('a backup is verified without a database, to its last row', async () => {
  const { tables } = await dump(from, 'checked');
  const check = (name: string) => verifyBackup('registry', createReadStream(file(name)));
  expect((await check('checked')).tables).toEqual(tables);
  const changed = doctored('checked', (text) => text.replace('line 17\t17', 'line 17\t18'));
  await expect(check(changed)).rejects.toThrow('damaged');
  const cut = doctored('checked', (text) => text.slice(0, text.lastIndexOf('{"end"')));
  await expect(check(cut)).rejects.toThrow('cut off');
  await expect(verifyBackup('dashboard', createReadStream(file('checked')))).rejects.toThrow('"dashboard"');
});

test('a truncated compressed file is reported as cut off', async () => {
  await dump(from, 'packed');
  const bytes = readFileSync(file('packed'));
  writeFileSync(file('short'), bytes.subarray(0, bytes.length - 200));
  await expect(restore('short')).rejects.toThrow(/cut off/);
  expect(await rowsIn(to as Pool)).toBe(0);
});

test('rejects a database that is not empty', async () => {
  await dump(from, 'busy');
  await (to as Pool).query(`insert into counter (scope, next_id) values ('mine', 1)`);
  await expect(restore('busy')).rejects.toThrow(/not empty/);
});

test('a disk error is reported, and no backup is reported complete', async () => {
  const out = createWriteStream(join(folder, 'no such folder', 'file'));
  await expect(dumpDatabase(from, 'registry', out, now)).rejects.toThrow(/ENOENT/);
});
