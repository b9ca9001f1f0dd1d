/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addClient } from '#registry/access/clients';
import { openTestDatabases, proof, type TestDatabases } from '#tests/ledger/database';
import { type Books, openBooks } from '#tests/ledger/kill-books';
import { type Program, startProgram, writerId } from './kill-program.ts';
import { type Body, holderBody, holderPath, issuanceBody, issuancePath } from './write-bodies.ts';

/** More trials: KILL_TRIALS=200. */
const trials = Number(process.env.KILL_TRIALS ?? 20);
const writers = 6;
const momentMaxMs = 150;
/** The killed process runs on the real clock. */
const processDate = new Date().toISOString().slice(0, 10);

let databases: TestDatabases;
let pool: Pool;
let url: string;
let books: Books;
let program: Program | undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'writes-killed-'));

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool, url } = await databases.open('writes_killed'));
  books = await openBooks(pool);
  const client = { id: writerId, secret: `${writerId}-secret`, scope: 'write', issuers: 'all' } as const;
  await withTransaction(pool, (db) => addClient(db, client, new Date()));
});

afterAll(async () => {
  await program?.kill();
  await databases?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Program> {
  program = await startProgram({ url, dataDir });
  return program;
}

type Sent = { path: string; body: Body };

/** A holder or an issuance identifiable by its key alone; two in three are issuances. */
function writeOf(key: string, turn: number): Sent {
  if (turn % 3 === 0) {
    const body = holderBody({ idempotencyId: key, customerShareholderId: `H ${key}`, name: key });
    return { path: holderPath, body };
  }
  // Every other issuance creates its holder in the same transaction.
  const customerShareholderId = turn % 2 ? `I ${key}` : 'ALPHA 1';
  const body = issuanceBody({
    idempotencyId: key,
    customerIssuerId: 1,
    effectiveDate: null,
    processDate,
    comments: key,
    certificates: [{ shares: 1, restrictionCode: null }],
    shareholder: holderBody({ customerShareholderId }),
  });
  return { path: issuancePath, body };
}

/** Exactly one complete effect per key. */
async function expectOnce(all: ReadonlyMap<string, Sent>): Promise<void> {
  const keysOf = (path: string) =>
    [...all]
      .filter(([, one]) => one.path === path)
      .map(([key]) => key)
      .sort();
  const { rows: issued } = await pool.query(
    `select t.comments, (select count(*) from certificate c where c.issuer_id = $1 and c.issued_txn = t.id) as certificates
       from txn t where t.issuer_id = $1 order by t.comments collate "C"`,
    [books.issuerId],
  );
  expect(issued.map((row) => row.comments)).toEqual(keysOf(issuancePath));
  expect(issued.every((row) => row.certificates === 1n)).toBe(true);
  const { rows: held } = await pool.query(
    `select h.name, (select count(*) from holder_address a where a.holder_id = h.id) as addresses,
            (select count(*) from holder_change c where c.holder_id = h.id) as changes
       from holder h where h.customer_id like 'H %' order by h.name collate "C"`,
  );
  expect(held.map((row) => row.name)).toEqual(keysOf(holderPath));
  expect(held.every((row) => row.addresses === 1n && row.changes === 1n)).toBe(true);
  const { rows: keys } = await pool.query('select key from idempotency_key order by key collate "C"');
  expect(keys.map((row) => row.key)).toEqual([...all.keys()].sort());
}

const all = new Map<string, Sent>();

test(`killed ${trials} times during a stream of writes: nothing acknowledged is lost or doubled`, {
  timeout: 60_000 + trials * 6_000,
}, async () => {
  let unknownCount = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const { post, kill } = program ?? (await start());
    const acknowledged = new Map<string, string>();
    const unknown: string[] = [];
    let running = true;
    const stream = Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; running; turn += 1) {
        const key = `${trial} ${writer} ${turn}`;
        const sent = writeOf(key, turn + writer);
        all.set(key, sent);
        const response = await post(sent.path, sent.body);
        if (!response) unknown.push(key);
        else if (response.status === 200) acknowledged.set(key, response.text);
        else throw new Error(`${key}: ${response.status} ${response.text}`);
        if (!response) return;
      }
    });
    while (acknowledged.size === 0) await pause(2);
    await pause(Math.random() * momentMaxMs);
    await kill();
    running = false;
    await Promise.all(stream);
    unknownCount += unknown.length;

    const next = await start();
    const { rows } = await pool.query('select key, result from idempotency_key where key = any($1)', [
      [...acknowledged.keys()],
    ]);
    expect(new Map(rows.map((row) => [row.key, row.result]))).toEqual(acknowledged);
    const again = async (key: string) => {
      const { path, body } = all.get(key) as Sent;
      return (await next.post(path, body))?.status;
    };
    for (const key of [...acknowledged.keys()].slice(0, 3)) expect(await again(key)).toBe(409);
    for (const key of unknown) expect([200, 409]).toContain(await again(key));
    await expectOnce(all);
  }
  expect(await proof(pool, books.issuerId)).toEqual([]);
  // Unless writes were interrupted, nothing was tested.
  expect(unknownCount).toBeGreaterThan(trials / 2);
});

test('64 copies of 50 keys killed halfway, then repeated: one effect per key', async () => {
  const keys = Array.from({ length: 50 }, (_, at) => `storm ${at}`);
  for (const [at, key] of keys.entries()) all.set(key, writeOf(key, at));
  const first = program ?? (await start());
  const statuses = new Map<string, (number | undefined)[]>(keys.map((key) => [key, []]));
  let responded = 0;
  const storm = async ({ post }: Program, copies: number, of: readonly string[]) => {
    for (const key of of) {
      const { path, body } = all.get(key) as Sent;
      const responses = await Promise.all(Array.from({ length: copies }, () => post(path, body)));
      for (const response of responses) {
        statuses.get(key)?.push(response?.status);
        if (response) responded += 1;
      }
    }
  };
  // Five keys at a time, and the kill about half way through.
  const lanes = [0, 1, 2, 3, 4].map((lane) =>
    storm(
      first,
      64,
      keys.filter((_, at) => at % 5 === lane),
    ),
  );
  while (responded < 800) await pause(2);
  await first.kill();
  await Promise.all(lanes);
  expect([...statuses.values()].flat().filter((status) => status === undefined).length).toBeGreaterThan(64);
  await storm(await start(), 16, keys);
  for (const [key, seen] of statuses) {
    const responses = seen.filter((status) => status !== undefined);
    expect([key, responses.filter((status) => status === 200).length]).toEqual([key, expect.any(Number)]);
    expect(responses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(responses.every((status) => status === 200 || status === 409)).toBe(true);
  }
  await expectOnce(all);
  expect(await proof(pool, books.issuerId)).toEqual([]);
});
