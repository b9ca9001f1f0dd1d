/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { proof, startBench } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every issuer of the demo comes back with its digest', { timeout: 600_000 }, async () => {
  const bench = await startBench();
  try {
    const { url, pool } = await bench.open('empty');
    const env = { REGISTRY_DATABASE_URL: url };
    const [first, second] = ['first.zip', 'second.zip'].map((name) => join(folder, name));
    const words = ['--all', '--personal-data', '--out'];
    expect(await command(registry, 'registry/export')([...words, first!])).toMatchObject({ status: 0 });
    expect(await command(registry, 'registry/import')([first!], '', env)).toMatchObject({
      status: 0,
      err: '',
    });
    expect(await command(registry, 'registry/export')([...words, second!], '', env)).toMatchObject({
      status: 0,
    });
    const issuersOf = (file: string) =>
      JSON.parse(String(unzip(readFileSync(file)).get('manifest.json'))).issuers;
    expect(issuersOf(first!)).toHaveLength(9);
    expect(issuersOf(second!)).toEqual(issuersOf(first!));
    expect(await proof(pool)).toEqual([]);
  } finally {
    await bench.close();
  }
});
