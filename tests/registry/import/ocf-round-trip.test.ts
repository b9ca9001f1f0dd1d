import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { expectRoundTrip, type Loss } from './ocf-round-trip.ts';

const registry = registryOfFile();
const exporter = command(registry, 'registry/export');
const importer = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'ocf-'));
let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

const losses: Loss[] = [
  // Reversals, a conversion, many restrictions.
  { issuer: 1003, leftOut: [], listed: ['Contacts of the issuer: 8.'] },
  // Units and warrants: warrants are no stock.
  {
    issuer: 1002,
    leftOut: ['Warrants'],
    listed: [
      'Class Warrants: neither common nor preferred stock. 14 positions of 8,917,500.',
      'Rejections: 11.',
    ],
  },
  // Treasury shares, stops and dividends.
  {
    issuer: 1008,
    leftOut: [],
    listed: [
      'Treasury shares of Common Stock: 41,200. They are noted in the comments of the class.',
      'Stops: 20.',
    ],
  },
];

test.for(process.env.TEST_LANE === 'long' ? losses : losses.slice(0, 1))(
  'issuer $issuer comes back from a package with equal classes, holders and positions',
  { tags: ['scaled'] },
  (loss) => expectRoundTrip(registry, { databases, folder }, loss),
);

test('without personal data holders have their account numbers only, and the package is not brought in', async () => {
  const ran = await exporter(['--issuer', '1003', '--format', 'ocf', '--out', path('plain')]);
  expect([ran.status, ran.err]).toEqual([0, '']);
  const file = path('plain/sharebook-1003-2026-11-20.ocf.zip');
  expect(ran.out).toContain('Open Cap Table Format 1.2.0');
  expect(ran.out).toContain(`Personal data: left out.\nWritten to ${file}`);
  const files = unzip(readFileSync(file));
  const { items } = JSON.parse(String(files.get('Stakeholders.ocf.json')));
  for (const one of items) {
    expect(one.name).toEqual({ legal_name: `Account ${one.issuer_assigned_id}` });
    expect([one.addresses, one.tax_ids, one.contact_info]).toEqual([undefined, undefined, undefined]);
  }
  const refused = await importer([file, '--dry-run'], '', {
    REGISTRY_DATABASE_URL: (await databases.open('plain')).url,
  });
  expect(refused.status).toBe(1);
  expect(refused.out).toContain(
    'The package was written without personal data. Export it with --personal-data.',
  );
});

test('masked, stakeholders are as in a full package without tax ids, which is listed and said when it is read', async () => {
  const written = async (name: string, flag: string) => {
    const words = ['--issuer', '1003', '--format', 'ocf', '--json', '--out', path(name), flag];
    const { status, out, err } = await exporter(words);
    expect([status, err]).toEqual([0, '']);
    const files = unzip(readFileSync(path(name)));
    const { items } = JSON.parse(String(files.get('Stakeholders.ocf.json')));
    const { listed, variant } = JSON.parse(out) as { listed: string[]; variant: string };
    return { files, listed, variant, items: items as Record<string, unknown>[] };
  };
  const full = await written('full.ocf.zip', '--personal-data');
  const masked = await written('masked.ocf.zip', '--masked');
  const taxFacts = /"(?:tax_id2?_type|is_certified)":"[^"]*",?/g;
  const withoutTaxIds = ({ tax_ids: _, comments, ...one }: Record<string, unknown>) => ({
    ...one,
    comments: (comments as string[]).map((line) => line.replace(taxFacts, '')),
  });
  expect(full.items.filter(({ tax_ids: ids }) => (ids as object[]).length > 0).length).toBeGreaterThan(10);
  expect(masked.items).toEqual(full.items.map((one) => ({ ...withoutTaxIds(one), tax_ids: [] })));
  expect(masked.items.length).toBeGreaterThan(20);
  expect([full.variant, masked.variant]).toEqual(['Full', 'Masked']);
  for (const name of [...full.files.keys()].filter((one) => !/Stakeholders|Manifest/.test(one)))
    expect([name, String(masked.files.get(name))]).toEqual([name, String(full.files.get(name))]);
  const line = masked.listed.filter((one) => !full.listed.includes(one));
  expect(line).toEqual([
    expect.stringMatching(/^Tax ids of \d+ holders: the format has no place for masked ones\.$/),
  ]);
  const read = await importer([path('masked.ocf.zip'), '--dry-run'], '', {
    REGISTRY_DATABASE_URL: (await databases.open('masked')).url,
  });
  expect(read.out).toContain('The package was written with masked tax ids. Its holders have none.');
  expect(read.out).not.toContain('without personal data');
});

test('what cannot be written is said', async () => {
  const said = async (...words: string[]) => {
    const { status, err } = await exporter(words);
    return [status, err.trim()];
  };
  const ocf = ['--format', 'ocf', '--dry-run'];
  expect(await said('--issuer', '1003', '--format', 'pdf')).toEqual([
    2,
    '"pdf" is not a format that is known: ocf, workbook.',
  ]);
  expect(await said('--all', ...ocf)).toEqual([2, 'A package has one issuer: name it with --issuer.']);
  expect(await said('--issuer', '77', ...ocf)).toEqual([2, 'There is no issuer 77.']);
  expect(await said('--issuer', '1003', ...ocf, '--formed-on', '2019-02-30')).toEqual([
    2,
    '"2019-02-30" is not a day such as 2019-05-01.',
  ]);
  expect(await said('--issuer', '1003', ...ocf, '--formed-in', 'Delaware')).toEqual([
    2,
    '"Delaware" is not a country, or country and state, such as US-DE.',
  ]);
  const stated = await exporter([
    '--issuer',
    '1003',
    ...ocf,
    '--formed-on',
    '2017-04-03',
    '--formed-in',
    'US-DE',
  ]);
  expect(stated.out).not.toContain('of formation');
  expect(stated.out).toContain('Nothing was written.');
});
