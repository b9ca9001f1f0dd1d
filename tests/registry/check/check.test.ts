import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lines } from '#registry/check/invariant-list';
import { isProved, type Proof, proveBooks } from '#registry/check/prove';
import { listIssuers } from '#registry/queries/issuers';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { writeWholeBook } from './check-book.ts';
import { type Plant, plants } from './check-plants.ts';

let databases: TestDatabases;
let pool: Pool;
let issuerId: bigint;

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool } = await databases.open('planted'));
  issuerId = await writeWholeBook(pool);
});

afterAll(() => databases?.close());

async function proofOf(client: PoolClient): Promise<Proof> {
  const issuers = await listIssuers(client, 'all');
  return proveBooks(client, { issuers, asOf: '2024-07-01', shownMax: 3 });
}

/** Checks the books with the damage, then rolls it back: DDL is part of the transaction too. */
async function damaged(plant: Plant): Promise<Proof> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (plant.foreign) await dropReferences(client);
    for (const table of plant.loosen ?? []) await dropConstraints(client, table);
    for (const part of plant.sql.split(';')) {
      await client.query(part.replaceAll('$1', String(issuerId)));
    }
    return await proofOf(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** With the table owner's rights: an external server gives us no superuser. A Citus node has tables with a number, too. */
async function dropReferences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ place: string; name: string }>(
    `select conrelid::regclass::text as place, conname as name from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
        and conrelid::regclass::text !~ '_\\d{6}$'`,
  );
  for (const { place, name } of rows) {
    await client.query(`alter table ${place} drop constraint "${name}"`);
  }
}

async function dropConstraints(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'u', 'p')`,
    [table],
  );
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint "${name}" cascade`);
  const indexes = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and indisunique',
    [table],
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
}

function brokenLines(proof: Proof): number[] {
  return proof.lines.filter(({ verdict }) => verdict !== 'holds').map(({ number }) => number);
}

test('correct books are proved, and every invariant has rows to check', async () => {
  const client = await pool.connect();
  const proof = await proofOf(client);
  client.release();
  expect(proof.lines.filter(({ violationCount }) => violationCount > 0n)).toEqual([]);
  expect(isProved(proof)).toBe(true);
  expect(proof.lines.map(({ number }) => number)).toEqual(
    Array.from({ length: 41 }, (_, index) => index + 1),
  );
  expect(proof.lines.filter(({ examined }) => examined === 0n).map(({ title }) => title)).toEqual([]);
});

test.each(plants)('$what breaks $broken', async (plant) => {
  const proof = await damaged(plant);
  const text = proof.lines.flatMap((line) =>
    line.violations.map((one) => `${line.number} ${one.object}: ${one.sentence}`),
  );
  expect(brokenLines(proof), text.join('\n')).toEqual(plant.broken);
  if (plant.says) expect(text.filter((one) => one.startsWith('6 ')).join('\n')).toMatch(plant.says);
});

test('every invariant has a test that violates it', () => {
  const planted = new Set(plants.flatMap(({ broken }) => broken));
  expect(lines.map(({ number }) => number).filter((number) => !planted.has(number))).toEqual([]);
});
