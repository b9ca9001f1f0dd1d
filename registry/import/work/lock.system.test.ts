import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { openRegisterFolder } from '../files/register-folder.ts';
import { doWork } from './jobs.ts';
import { endWork, takeWork } from './lock.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-lock-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
  pool = openPool(server.urlFor('registry'), { max: 2, applicationName: 'test' });
}, 60_000);

afterAll(async () => {
  await pool.end();
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** What a check leaves: PostgreSQL deletes it while it ends the connection, and releases the locks afterwards. */
const stage = Array.from(
  { length: 60 },
  (_, at) => `create temporary table staged_${at} as select ${at} as n`,
);

test('work that ended can be taken by another connection at once', async () => {
  const first = await pool.connect();
  expect(await takeWork(first, 7)).toBe(true);
  await first.query(stage.join(';'));
  const other = await pool.connect();
  expect(await takeWork(other, 7)).toBe(false);
  expect(await takeWork(other, 8)).toBe(true);
  await endWork(first, 7);
  expect(await takeWork(other, 7)).toBe(true);
  other.release(true);
});

test('a connection that was lost ends without an error, and its work is free', async () => {
  const first = await pool.connect();
  first.on('error', () => undefined);
  expect(await takeWork(first, 9)).toBe(true);
  const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = await pool.connect();
  await other.query('select pg_terminate_backend($1::int, 10000)', [rows[0]!.pid]);
  await endWork(first, 9);
  expect(await takeWork(other, 9)).toBe(true);
  other.release(true);
});

test('work that another connection has is passed over, without a warning of PostgreSQL', async () => {
  const notices: (string | undefined)[] = [];
  const own = openPool(server.urlFor('registry'), { max: 1, applicationName: 'test' });
  own.on('connect', (client) => client.on('notice', ({ message }) => notices.push(message)));
  const first = await pool.connect();
  expect(await takeWork(first, 11)).toBe(true);
  const work = { approval: 'all', cutoff: '16:00' } as const;
  const options = {
    ...{ databaseUrl: server.urlFor('registry'), folder: openRegisterFolder(dataDir) },
    ...{ today: '2026-12-15', now: () => new Date() },
    settings: { timeZone: 'America/New_York', issuanceMode: 'auto', work } as const,
  };
  expect(await doWork(own, 11, options)).toBe(false);
  await own.end();
  expect(notices).toEqual([]);
  await endWork(first, 11);
});
