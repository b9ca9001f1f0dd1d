import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { inSnapshot } from './session.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-session-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
  pool = openPool(server.urlFor('registry'), { max: 2, applicationName: 'test' });
  await pool.query('create table entry (n bigint primary key)');
}, 60_000);

afterAll(async () => {
  await pool.end();
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const processOf = async (client: PoolClient) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
const counted = async (client: PoolClient) =>
  (await client.query('select count(*) as n from entry')).rows[0].n;
const allFree = () => vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));

test('sees one snapshot of the books from its first statement on', async () => {
  await pool.query('truncate entry');
  const seen = await inSnapshot(pool, async (client) => {
    const before = await counted(client);
    await pool.query('insert into entry values (1)');
    return [before, await counted(client)];
  });
  expect(seen).toEqual([0n, 0n]);
  expect((await pool.query('select count(*) as n from entry')).rows).toEqual([{ n: 1n }]);
});

test('rejects writes', async () => {
  const writing = inSnapshot(pool, (client) => client.query('insert into entry values (2)'));
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('returns before the transaction has ended, and releases its connection afterwards', async () => {
  const ends: (() => void)[] = [];
  const heldBack = vi.fn();
  const slow = {
    query: (text: string) =>
      text === 'commit' ? new Promise<void>((done) => ends.push(done)) : Promise.resolve(),
    release: heldBack,
  };
  const response = await inSnapshot({ connect: async () => slow } as unknown as Pool, async () => 'rows');
  expect(response).toBe('rows');
  expect(ends).toHaveLength(1);
  expect(heldBack).not.toHaveBeenCalled();
  ends[0]!();
  await vi.waitFor(() => expect(heldBack).toHaveBeenCalledExactlyOnceWith());
});

test('the released connection is in no transaction, also after an error', async () => {
  const failing = inSnapshot(pool, async (client) => client.query('select 1 / 0'));
  await expect(failing).rejects.toThrow('division by zero');
  await allFree();
  await pool.query('insert into entry values (3)');
  const { rows } = await pool.query(
    "select count(*) as n from pg_stat_activity where application_name = 'test' and state like 'idle in transaction%'",
  );
  expect(rows).toEqual([{ n: 0n }]);
});

test('a lost connection is not returned to the pool', async () => {
  let lost = 0;
  const cut = inSnapshot(pool, async (client) => {
    lost = await processOf(client);
    await pool.query('select pg_terminate_backend($1::int)', [lost]);
    return client.query('select pg_sleep(5)');
  });
  await expect(cut).rejects.toThrow();
  await allFree();
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  expect(await Promise.all(clients.map(processOf))).not.toContain(lost);
  for (const client of clients) client.release();
});
