/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadLarge } from '#demo/large/load';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { registryOfFile } from '#tests/registry/boot';
import { expectPulled } from './round-trip.ts';

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'pull-'));
let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

test.for([
  // A forward split, treasury shares and repurchases.
  [1001, '2012-04-30'],
  // A reverse split, old paper with stops, and an open difference.
  [1005, '2008-04-13'],
  // The longest history: perpetual preferred and treasury shares, and stops of many kinds.
  [1008, '1979-03-14'],
  // Bonds in dollars.
  [1009, '2014-03-02'],
] as const)(
  'issuer %i is pulled with its history since %s, posted, and answered alike',
  {
    timeout: 900_000,
  },
  async ([issuer, from]) => {
    const { result } = await expectPulled(registry, { databases, folder }, issuer);
    expect(result.books.from).toBe(from);
  },
);

test('a registry of 5,000 holders is pulled, posted, and answered alike', { timeout: 600_000 }, async () => {
  await registry().database.asOwner((owner) =>
    loadLarge(owner, { issuer: 5001n, holders: 5000, certificates: 50_000, seed: 1 }),
  );
  const { result, pool } = await expectPulled(registry, { databases, folder }, 5001);
  const { rows } = await pool.query('select count(*) as holders from account');
  expect(Number(rows[0].holders)).toBeGreaterThanOrEqual(5000);
  expect(result.pulled.comparisons.length).toBeGreaterThan(10);
});
