import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool, streamRows } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { send } from '#registry/http/reply';
import { createSemaphore } from '#registry/http/semaphore';
import type { Context } from '../context.ts';
import { streamedPieces } from './json-pieces.ts';
import { listResponse } from './list-response.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;
let http: Server;
/** Requests of the test that were checked, and are read or wait. */
let planned: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-lists-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('registry');
}, 60_000);

afterAll(async () => {
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

beforeEach(() => {
  pool = openPool(server.urlFor('registry'), { max: 4, applicationName: 'test' });
});

afterEach(async () => {
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
  await pool.end();
});

/** Serves lists of `rows` numbers, one long list at a time; `rows` is also the expected count in the plan. */
async function open(rows: number, wrong?: Error): Promise<string> {
  const longLists = createSemaphore(1);
  planned = 0;
  const pieces = (client: PoolClient) =>
    streamedPieces(
      streamRows<{ n: number }>(client, `select n from generate_series(1, ${rows}) as n`),
      ({ n }) => ({ n, text: 'x'.repeat(100) }),
    );
  http = createServer((_req, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const ctx = { pool, longLists, gone: gone.signal } as unknown as Context;
    const plan = async () => {
      if (wrong) throw wrong;
      planned += 1;
      return { plan: null, rows };
    };
    listResponse(ctx, plan, pieces)
      .then((body) => send(res, { status: 200, headers: {}, body }, false))
      .catch((error: Error) => res.writeHead(500).end(error.message));
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const begin = (url: string) =>
  new Promise<IncomingMessage>((done, failed) => {
    request(url, { agent: false }, done).on('error', failed).end();
  });

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 500) throw new Error('It never came to be.');
    await pause(10);
  }
}

const busy = () => pool.totalCount - pool.idleCount;

test.each([0, 1, 24_999, 25_000, 60_000])('a list of %d is complete, without duplicates', async (rows) => {
  const url = await open(rows);
  const list = (await (await fetch(url)).json()) as { n: number }[];
  expect(list.map(({ n }) => n)).toEqual(Array.from({ length: rows }, (_, at) => at + 1));
  await until(() => busy() === 0);
});

test('an invalid request is rejected before the list starts', async () => {
  const response = await fetch(await open(1_000_000, new Error('Not yours.')));
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('Not yours.');
  await until(() => busy() === 0);
});

test('a short list holds no connection while a slow client reads it', async () => {
  const response = await begin(await open(20_000));
  response.pause();
  await until(() => busy() === 0);
  response.destroy();
});

test('long lists take turns; a client that disconnects, queued or active, releases slot and connection', async () => {
  const url = await open(2_000_000);
  const first = await begin(url);
  first.on('error', () => undefined).pause();
  expect(busy()).toBe(1);
  // The waiting requests hold no database connection.
  const second = begin(url);
  const [third, fourth] = [new AbortController(), begin(url)];
  const left = fetch(url, { signal: third.signal }).catch((error: Error) => error.name);
  await until(() => planned === 4 && busy() === 1);
  third.abort();
  expect(await left).toBe('AbortError');
  first.destroy();
  const next = await Promise.race([second, fourth]);
  next.on('error', () => undefined);
  expect(busy()).toBe(1);
  next.destroy();
  const last = await Promise.all([second, fourth]).then((both) => both.find((one) => one !== next));
  last?.on('error', () => undefined).destroy();
  await until(() => busy() === 0);
});
