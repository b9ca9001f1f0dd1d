import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { sendAll } from './insert.ts';

let dataDir: string;
let server: TestServer;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-insert-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
}, 60_000);

afterAll(async () => {
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const add = (tx: PoolClient, n: unknown) => () =>
  tx.query({ name: 'add', text: 'insert into entry values ($1)', values: [n] });

describe.each([
  ['pipelined', true],
  ['plain', false],
])('sendAll on a %s connection', (_, pipeline) => {
  let pool: Pool;

  beforeAll(async () => {
    pool = openPool(server.urlFor('registry'), { max: 2, applicationName: 'test', pipeline });
    await pool.query('create table if not exists entry (n bigint primary key)');
  });

  beforeEach(() => pool.query('truncate entry'));

  afterAll(() => pool.end());

  const numbers = async () =>
    (await pool.query<{ n: bigint }>('select n from entry order by n')).rows.map((row) => row.n);
  const send = (...jobs: ((tx: PoolClient) => () => Promise<unknown>)[]) =>
    withTransaction(pool, (tx) =>
      sendAll(
        tx,
        jobs.map((job) => job(tx)),
      ),
    );

  test('sends statements in order, without waiting for responses only if pipelined', async () => {
    const log: string[] = [];
    const job = (n: number) => (tx: PoolClient) => async () => {
      log.push(`sent ${n}`);
      const { rows } = await tx.query('insert into entry select count(*) from entry returning n');
      log.push(`answered ${rows[0].n}`);
    };
    await send(job(0), job(1));
    expect(log).toEqual(
      pipeline
        ? ['sent 0', 'sent 1', 'answered 0', 'answered 1']
        : ['sent 0', 'answered 0', 'sent 1', 'answered 1'],
    );
    expect(await numbers()).toEqual([0n, 1n]);
  });

  test('a transaction has no effect when one of its statements fails, nested or not', async () => {
    const failing = [(tx: PoolClient) => add(tx, 1), (tx: PoolClient) => add(tx, 1)];
    const nested = (tx: PoolClient) => () =>
      sendAll(
        tx,
        failing.map((job) => job(tx)),
      );
    const last = (tx: PoolClient) => add(tx, 2);
    await expect(send(...failing, last)).rejects.toMatchObject({ code: '23505' });
    await expect(send(nested, last)).rejects.toMatchObject({ code: '23505' });
    expect(await numbers()).toEqual([]);
  });

  test('a commit after a failed statement commits nothing', async () => {
    const caught = withTransaction(pool, (tx) =>
      sendAll(tx, [add(tx, 1), add(tx, 1), add(tx, 2)]).catch(() => undefined),
    );
    await expect(caught).rejects.toThrow('was not committed: the server answered ROLLBACK');
    expect(await numbers()).toEqual([]);
  });

  test('throws the first error, which caused the others', async () => {
    const twice = (tx: PoolClient) => async () => {
      await tx.query('select 1');
      await tx.query('select 1');
    };
    const unknown = (tx: PoolClient) => () =>
      tx.query({ name: `unknown ${pipeline}`, text: 'select 1 as unknown' });
    const failing = (tx: PoolClient) => () => tx.query('select 1/0');
    await expect(send(twice, failing, unknown, unknown)).rejects.toMatchObject({ code: '22012' });
    // A named statement that was refused is prepared at its next use.
    await send(unknown, unknown);
  });

  test('a value that cannot be encoded and an error before sending roll everything back', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const first = (tx: PoolClient) => add(tx, 1);
    const last = (tx: PoolClient) => add(tx, 2);
    await expect(
      send(first, (tx) => () => tx.query('insert into entry values ($1)', [circular]), last),
    ).rejects.toThrow('circular');
    await expect(
      send(
        first,
        () => () => {
          throw new Error('not sent');
        },
        last,
      ),
    ).rejects.toThrow('not sent');
    expect(await numbers()).toEqual([]);
    await send(first, last);
    expect(await numbers()).toEqual([1n, 2n]);
  });

  test('has no effect when the connection is lost', async () => {
    const lost = send(
      (tx) => add(tx, 1),
      (tx) => () => tx.query('select pg_terminate_backend(pg_backend_pid())'),
      (tx) => add(tx, 2),
    );
    await expect(lost).rejects.toThrow();
    expect(await numbers()).toEqual([]);
  });

  test('outside a transaction nothing is run after a statement that fails', async () => {
    const client = await pool.connect();
    try {
      await expect(sendAll(client, [add(client, 1), add(client, 1), add(client, 2)])).rejects.toMatchObject({
        code: '23505',
      });
    } finally {
      client.release();
    }
    expect(await numbers()).toEqual([1n]);
  });
});
