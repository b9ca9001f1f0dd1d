import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { inFlight, NotRun } from './flight.ts';
import { sendAll } from './insert.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;
let tx: PoolClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-flight-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
  pool = openPool(server.urlFor('registry'), { max: 3, applicationName: 'test', pipeline: true });
  await pool.query('create table entry (n bigint primary key, day date)');
}, 60_000);

beforeEach(async () => {
  await pool.query('truncate entry');
  tx = await pool.connect();
});

afterEach(() => tx.release(true));

afterAll(async () => {
  await pool.end();
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const add = (n: unknown) =>
  tx.query({ name: 'add', text: 'insert into entry values ($1, $2)', values: [n, '2024-02-29'] });
const all = () => tx.query({ name: 'all', text: 'select n, day, null::text as none from entry order by n' });
const numbers = async () => (await pool.query('select n from entry order by n')).rows.map((row) => row.n);

function settled(...jobs: (() => Promise<unknown>)[]) {
  return Promise.allSettled(inFlight(tx, () => jobs.map((job) => job())));
}

const outcomes = async (...jobs: (() => Promise<unknown>)[]) =>
  (await settled(...jobs)).map((one) =>
    one.status === 'fulfilled'
      ? 'done'
      : one.reason instanceof NotRun
        ? 'not run'
        : (one.reason.code ?? one.reason.message),
  );

test('statements are run in order and answered as pg answers them, the first time and again', async () => {
  for (const n of [1n, 2n]) {
    const [added, found, nothing] = await Promise.all(
      inFlight(tx, () => [add(n), all(), tx.query('delete from entry where n = $1', [9])]),
    );
    expect(added).toMatchObject({ command: 'INSERT', rowCount: 1, rows: [] });
    expect(found?.rows.at(-1)).toEqual({ n, day: '2024-02-29', none: null });
    expect(found?.rowCount).toBe(Number(n));
    expect(nothing).toMatchObject({ command: 'DELETE', rowCount: 0 });
  }
  expect((await all()).rows).toHaveLength(2);
});

test('where one fails those after it are not run, the end of the transaction least of all', async () => {
  const begin = () => tx.query('begin');
  const later = () => tx.query({ name: 'later', text: 'select 1 as one' });
  expect(
    await outcomes(
      begin,
      () => add(1),
      () => add(1),
      later,
      () => tx.query('commit'),
    ),
  ).toEqual(['done', 'done', '23505', 'not run', 'not run']);
  expect(await numbers()).toEqual([]);
  await tx.query('rollback');
  // A statement that was not parsed yet is parsed at its next use.
  expect(await outcomes(later, () => add(2), later)).toEqual(['done', 'done', 'done']);
  expect(await numbers()).toEqual([2n]);
});

test('nothing is sent of a flight with a value that has no text, or with two texts of one name', async () => {
  expect(
    await outcomes(
      () => add(1),
      () => add({}),
    ),
  ).toEqual(Array(2).fill(expect.stringContaining('takes text')));
  const other = () => tx.query({ name: 'add', text: 'select 2' });
  expect(await outcomes(() => add(1), other)).toEqual(Array(2).fill('Two statements are called "add".'));
  expect(await numbers()).toEqual([]);
  expect(await outcomes(() => add(3))).toEqual(['done']);
});

test('a flight inside another is part of it, and ends with it', async () => {
  const inner = () => sendAll(tx, [() => add(1), () => add(1)]);
  expect(
    await outcomes(
      () => tx.query('begin'),
      inner,
      () => tx.query('commit'),
    ),
  ).toEqual(['done', '23505', 'not run']);
  await tx.query('rollback');
  expect(await numbers()).toEqual([]);
});

test('a connection that is ended fails the statement under way, and nothing after it is done', async () => {
  const end = () => tx.query('select pg_terminate_backend(pg_backend_pid())');
  expect(
    await outcomes(
      () => tx.query('begin'),
      () => add(1),
      end,
      () => tx.query('commit'),
    ),
  ).toEqual(['done', 'done', '57P01', 'not run']);
  expect(await numbers()).toEqual([]);
});

test('a transaction that sends its own ends is kept with them and rolled back without', async () => {
  const kept = await withTransaction(
    pool,
    async (db, { begin, commit }) => {
      const insert = () => db.query('insert into entry values ($1)', [7]);
      await sendAll(db, [begin, insert, commit]);
      return numbers();
    },
    { ownEnds: true },
  );
  expect(kept).toEqual([7n]);
  const broken = withTransaction(
    pool,
    async (db, { begin }) => {
      await sendAll(db, [begin, () => db.query('insert into entry values ($1)', [8])]);
      throw new Error('No.');
    },
    { ownEnds: true },
  );
  await expect(broken).rejects.toThrow('No.');
  expect(await numbers()).toEqual([7n]);
});
