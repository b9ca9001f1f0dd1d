import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { basePath, registryOfFile } from '#tests/registry/boot';
import { command } from '#tests/registry/command';
import { credentials, expectPulled } from './round-trip.ts';

const registry = registryOfFile();
const importer = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'pull-'));
let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an issuer of another registry is pulled, posted, and answered alike', async () => {
  const { result, pool } = await expectPulled(registry, { databases, folder }, 1003);
  expect(Object.keys(result.byCode).filter((code) => !/^R0[13]$/.test(code))).toEqual([]);
  const sentences = result.findings.map(({ sentence }) => sentence);
  expect(sentences).toContain('Tax lots are not given by the interface: they are left out.');
  expect(sentences.filter((one) => /^Transactions of \d{4}-\d\d-\d\d to .*: \d+\. /.test(one))).toHaveLength(
    1,
  );
  // What is kept holds persons.
  const { path } = result.pulled;
  expect(statSync(path).mode & 0o077).toBe(0);
  const files = unzip(readFileSync(path));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['pulled.json', 'positions.csv', 'journal.csv', 'given-journal.csv']),
  );
  const lines = String(files.get('given-journal-lines.csv')).trim().split('\r\n');
  expect(lines.length).toBeGreaterThan(10);
  // The whole journal is brought in.
  expect(result.books).toEqual({ from: '2017-04-09', transactions: 133 });
  const { rows } = await pool.query('select source, certified_by, as_of from conversion');
  expect(rows).toMatchObject([
    { source: expect.stringMatching(/^Registry at 127\.0\.0\.1:/), as_of: '2026-11-20' },
  ]);
});

test('an issuer without holders is pulled, under another number', { tags: ['long'] }, async () => {
  const secrets = join(folder, 'secrets');
  writeFileSync(secrets, 'REMOTE_CLIENT_ID=demo-readonly\nREMOTE_CLIENT_SECRET=demo-readonly-secret\n', {
    mode: 0o600,
  });
  const words = [
    ...['--from', registry().origin + basePath, '--issuer', '1007', '--as', '7007', '--rate', '50'],
    ...['--folder', join(folder, '1007'), '--credentials', secrets],
  ];
  const dry = await importer([...words, '--dry-run']);
  expect([dry.status, dry.err]).toEqual([0, '']);
  expect(dry.out).toMatch(/^warning R03 {2}Issuer C2 Kind: The kind of the issuer/);
  expect(dry.out).toMatch(/Totals of the other registry: (\d+) of \1 agree with what was read\n/);
  const posted = await importer([...words, '--kind', 'Delaware corporation']);
  expect([posted.status, posted.err]).toEqual([0, '']);
  expect(posted.out).toMatch(/Responses kept by an earlier pull: \d+\n/);
  const { rows } = await registry().database.pool.query('select name from issuer where customer_id = 7007');
  expect(rows).toHaveLength(1);
  // The file can be brought in by itself too, as on the page.
  const again = await importer([join(folder, '1007', 'register-1007.zip'), '--dry-run']);
  expect(again.out).toContain('Issuer 7007 is already in this registry.');
});

const from = ['--from', 'https://registry.example', '--issuer', '1001', '--folder', '/nowhere'];

const refusals: [string[], Record<string, string>, string][] = [
  [
    ['--from', 'http://registry.example', '--issuer', '1', '--folder', 'x'],
    credentials,
    'must begin with https://',
  ],
  [['--from', 'registry', '--issuer', '1', '--folder', 'x'], credentials, 'is not the address of a registry'],
  [
    ['--from', 'https://me:secret@registry.example', '--issuer', '1', '--folder', 'x'],
    credentials,
    'is not the address',
  ],
  [['--from', 'https://registry.example', '--folder', 'x'], credentials, 'Name the issuer by its number'],
  [['--from', 'https://registry.example', '--issuer', '1'], credentials, 'Name the folder'],
  [[...from, '--rate', '51'], credentials, '--rate is a number of requests a second, 1 to 50.'],
  [[...from, '--as', 'x'], credentials, '"x" is not an issuer id.'],
  [from, {}, 'Set REMOTE_CLIENT_ID and REMOTE_CLIENT_SECRET'],
  [[...from, '--credentials', '/nowhere'], {}, '/nowhere is not a file with a client id and secret.'],
  [[...from, '--legend', 'a=R'], credentials, '--legend is for packages'],
  [[...from, 'file.xlsx'], credentials, 'npm run registry:import -- FILE'],
  [['file.xlsx', '--rate', '4'], {}, 'are for another registry, with --from.'],
];

// Each starts a command: three of them here, all in the long lane.
test.for(process.env.TEST_LANE === 'long' ? refusals : refusals.slice(0, 3))(
  '%j is refused before anything is sent',
  { tags: ['scaled'] },
  async ([words, env, sentence]) => {
    const { status, err } = await importer(words, '', env);
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
  },
);

test('a file of credentials that others can read is refused', async () => {
  const open = join(folder, 'open');
  writeFileSync(open, 'REMOTE_CLIENT_ID=a\nREMOTE_CLIENT_SECRET=b\n', { mode: 0o644 });
  const { status, err } = await importer([...from, '--credentials', open]);
  expect([status, err]).toEqual([
    2,
    expect.stringContaining(`${open} can be read by other users. Run: chmod 600`),
  ]);
});

test('wrong credentials are said at once', async () => {
  const words = [
    '--from',
    registry().origin + basePath,
    '--issuer',
    '1003',
    '--folder',
    join(folder, 'wrong'),
  ];
  const ran = await importer(words, '', { ...credentials, REMOTE_CLIENT_SECRET: 'other' });
  expect(ran).toMatchObject({
    status: 2,
    err: 'The other registry does not accept the client id and secret. Nothing was written.\n',
  });
});
