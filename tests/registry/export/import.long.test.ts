/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadLarge } from '#demo/large/load';
import { unzip } from '#lib/sheet/archive-for-tests';
import { type Database, openTestDatabases, proof } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { expectSameAnswers } from './workbook-round-trip.ts';

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes an archive, brings it into an empty registry and writes it from there: both are the same, and proven. */
async function expectSameArchive(which: readonly string[], env: Record<string, string>, empty: Database) {
  const own = mkdtempSync(join(folder, 'pair-'));
  const [first, second] = ['first.zip', 'second.zip'].map((name) => join(own, name));
  const exporter = command(registry, 'registry/export');
  const words = [...which, '--personal-data', '--out'];
  const copy = { REGISTRY_DATABASE_URL: empty.url };
  expect(await exporter([...words, first!], '', env)).toMatchObject({ status: 0 });
  expect(await command(registry, 'registry/import')([first!], '', copy)).toMatchObject({
    status: 0,
    err: '',
  });
  expect(await exporter([...words, second!], '', copy)).toMatchObject({ status: 0 });
  const issuersOf = (file: string) =>
    JSON.parse(String(unzip(readFileSync(file)).get('manifest.json'))).issuers;
  expect(issuersOf(second!)).toEqual(issuersOf(first!));
  expect(await proof(empty.pool)).toEqual([]);
  return issuersOf(first!);
}

test('every issuer of the demo comes back with its digest and its answers', {
  timeout: 600_000,
}, async () => {
  const databases = await openTestDatabases();
  try {
    const empty = await databases.open('empty');
    const issuers = await expectSameArchive(['--all'], {}, empty);
    expect(issuers).toHaveLength(9);
    // The lists of 1004 on ten days take longer than all others together.
    for (const { customerIssuerId } of issuers)
      await expectSameAnswers(registry, empty, customerIssuerId, { isLarge: customerIssuerId === 1004 });
  } finally {
    await databases.close();
  }
});

test('a register of 100,000 holders comes back with its digest and its answers', {
  timeout: 900_000,
}, async () => {
  const databases = await openTestDatabases();
  try {
    const [large, empty] = [await databases.open('large'), await databases.open('empty')];
    await loadLarge(large.pool, { issuer: 5001n, holders: 100_000, certificates: 300_000, seed: 1 });
    const issuers = await expectSameArchive(
      ['--issuer', '5001'],
      { REGISTRY_DATABASE_URL: large.url },
      empty,
    );
    expect(issuers).toHaveLength(1);
    await expectSameAnswers(registry, empty, 5001, { from: large, isLarge: true });
  } finally {
    await databases.close();
  }
});
