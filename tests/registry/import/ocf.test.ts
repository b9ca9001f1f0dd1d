import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { find, packed, wrenfield } from '#registry/import/ocf/package-for-tests';
import { violations } from '#registry/ledger/invariants/run';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';

const registry = registryOfFile();
const run = command(registry, 'registry/import');
const exporter = command(registry, 'registry/export');
const folder = mkdtempSync(join(tmpdir(), 'ocf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);
beforeAll(async () => writeFileSync(path('sound.ocf.zip'), await packed(wrenfield())));
const rowsOf = async (sql: string) => (await registry().database.pool.query(sql)).rows;

/** Checked without writing anything. */
async function isChecked() {
  const dry = await run([path('sound.ocf.zip'), '--dry-run', '--issuer', '3001']);
  expect([dry.status, dry.err]).toEqual([0, '']);
  // What needs a decision comes before what is only noted.
  expect(dry.out).toMatch(/^warning O10 {2}Transactions\.ocf\.json, option-1, object_type: TX_EQUITY/);
  expect(dry.out).toContain('note O17  Transactions.ocf.json, buy-back, price: ');
  expect(dry.out).toContain('0 errors, 7 warnings, 5 notes. Nothing was written.');
  const refused = await run([path('sound.ocf.zip'), '--issuer', '3001']);
  expect(refused.status).toBe(1);
  expect(await rowsOf('select 1 from issuer where customer_id = 3001')).toEqual([]);
}

/** Posted as a register, and answered by the interface. */
async function isPosted() {
  const words = ['--issuer', '3001', '--certified-by', 'Dana Whitlock', '--legend', 'unregistered=R'];
  const posted = await run([
    path('sound.ocf.zip'),
    ...words,
    '--accept-warnings',
    'Options stay with the issuer',
  ]);
  expect([posted.status, posted.err]).toEqual([0, '']);
  expect(posted.out).toMatch(
    /Posted: Conversion of Oct 30, 2026 from Open Cap Table package \(1\.2\.0\) of Wrenfield Robotics, Inc\., digest [0-9a-f]{12}\.\n$/,
  );
  const [{ id }] = await rowsOf('select id from issuer where customer_id = 3001');
  const found = [];
  for await (const one of violations(registry().database.pool, id)) found.push(one);
  expect(found).toEqual([]);
  const balance = await registry().call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=3001');
  expect(balance.body).toMatchObject([
    {
      ...{ className: 'Common Stock', totalShareholder: 3, authorizedShares: 20_000_000 },
      ...{ totalOutstandingShares: 1_920_000, totalRestrictedShares: 1_900_000, totalReserveShares: 980_000 },
    },
    {
      ...{ className: 'Series Seed Preferred', totalShareholder: 1, authorizedShares: 2_000_000 },
      ...{ totalOutstandingShares: 300_000, totalRestrictedShares: 0 },
    },
  ]);
  expect(
    await rowsOf(`select h.customer_id, c.prefix, c.number, c.shares, c.restriction, c.legend, c.issued_on, c.acquired_on
                    from certificate c join holder h on h.id = c.holder_id where c.issuer_id = ${id} order by c.prefix, c.number`),
  ).toMatchObject([
    { customer_id: 'A-3', prefix: 'CS', number: 3n, shares: 200_000n, acquired_on: '2019-05-01' },
    { customer_id: 'A-2', prefix: 'CS', number: 7n, shares: 500_000n, acquired_on: '2018-02-01' },
    { customer_id: 'A-1', number: 8n, shares: 1_200_000n, restriction: 'R', legend: 'Not registered.' },
    { customer_id: 'A-1', number: 9n, shares: 20_000n, restriction: 'N', issued_on: '2022-02-01' },
    { customer_id: 'A-3', prefix: 'PS', number: 4n, shares: 300_000n, acquired_on: '2019-06-02' },
  ]);
  const [conversion] = await rowsOf(`select certified_by, accepted from conversion where issuer_id = ${id}`);
  expect(conversion).toEqual({ certified_by: 'Dana Whitlock', accepted: 'Options stay with the issuer' });
  const address = await registry().call(
    '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=3001&CutoffDate=2026-10-29',
  );
  expect(address).toMatchObject({
    status: 400,
    body: { message: 'The books of Wrenfield Robotics, Inc. begin on 2026-10-30.' },
  });
}

/** Written as a package again, formation included. */
async function isExported() {
  const out = path('again.ocf.zip');
  const ran = await exporter(['--issuer', '3001', '--format', 'ocf', '--personal-data', '--out', out]);
  expect([ran.status, ran.err]).toEqual([0, '']);
  expect(ran.out).not.toContain('of formation');
  const files = unzip(readFileSync(out));
  const read = (name: string) => JSON.parse(String(files.get(name)));
  expect(read('Manifest.ocf.json').issuer).toMatchObject({
    ...{ legal_name: 'Wrenfield Robotics, Inc.', formation_date: '2018-02-01' },
    ...{ country_of_formation: 'US', country_subdivision_of_formation: 'DE' },
    address: { street_suite: '9 Foundry Street\nSuite 4', city: 'Dayton' },
  });
  expect(read('StockLegends.ocf.json').items).toMatchObject([{ text: 'Not registered.' }]);
  expect(
    read('Transactions.ocf.json').items.flatMap((one: Record<string, unknown>) =>
      one.object_type === 'TX_STOCK_ISSUANCE' ? [[one.custom_id, one.quantity, one.date]] : [],
    ),
  ).toEqual([
    ['PS-4', '300000', '2020-03-01'],
    ['CS-3', '200000', '2021-01-04'],
    ['CS-7', '500000', '2021-01-04'],
    ['CS-8', '1200000', '2021-01-04'],
    ['CS-9', '20000', '2022-02-01'],
  ]);
}

test('a package is checked, posted as a register, answered and written as a package again', async () => {
  await isChecked();
  await isPosted();
  await isExported();
});

test('the workbook of its findings can be brought in instead', async () => {
  const out = path('completed.xlsx');
  const words = ['--issuer', '3003', '--account-prefix', 'V-', '--certified-by', 'Dana'];
  expect((await run([path('sound.ocf.zip'), ...words, '--dry-run', '--findings', out])).status).toBe(0);
  const ran = await run([out, '--dry-run', '--json']);
  expect(ran.status).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({
    ...{ issuer: { customerId: '3003' }, counts: { stop: 0, error: 0 }, rows: { Positions: 5, Holders: 3 } },
  });
});

test('the checks of a register name file, object and property', async () => {
  const one = wrenfield();
  Object.assign((find(one, 'ada').addresses as object[])[0]!, { country_subdivision: 'XX' });
  Object.assign(find(one, 'ben'), { tax_ids: [{ tax_id: '12345678', country: 'CA' }] });
  Object.assign(find(one, 'issue-cs-9'), { custom_id: 'CS-08' });
  Object.assign(find(one, 'fund'), { issuer_assigned_id: 'A-1', addresses: [] });
  Object.assign(find(one, 'more'), { new_shares_authorized: '1000000' });
  writeFileSync(path('errors.ocf.zip'), await packed(one));
  const { out, status } = await run([
    path('errors.ocf.zip'),
    '--dry-run',
    '--account-prefix',
    'W-',
    '--findings',
    path('findings.xlsx'),
  ]);
  expect(status).toBe(1);
  const lines = out.split('\n').filter((line) => line.startsWith('error'));
  expect(lines.sort()).toEqual([
    'error H01  Stakeholders.ocf.json, fund, issuer_assigned_id: Account A-1 appears twice, in rows 2 and 4.',
    'error H05  Stakeholders.ocf.json, ben, tax_ids: Tax id 12345678 has 8 digits instead of 9. Is a leading zero lost?',
    'error H09  Stakeholders.ocf.json, ada, addresses: XX is not a state of US.',
    'error I05  StockClasses.ocf.json, common, name: Common Stock on 2021-01-04: issued 1,900,000 and reserved 0 exceed authorized 1,000,000.',
    'error P02  Transactions.ocf.json, issue-cs-9, custom_id: Common Stock CS-8 appears twice, in rows 5 and 6.',
    'error X18  Manifest.ocf.json, wrenfield, the number of the issuer, stated with --issuer: Issuer id is required.',
  ]);
  // The workbook shows the register that was made of the package, with the findings in its cells.
  const book = unzip(readFileSync(path('findings.xlsx')));
  const text = [...book.values()].map(String).join('\n');
  for (const part of [
    'Property',
    'issuer_assigned_id',
    'XX is not a state of US.',
    'Larch Hill Fund I, L.P.',
  ])
    expect(text).toContain(part);
});

test('a holder without an address is brought in after a warning', async () => {
  const one = wrenfield();
  delete find(one, 'fund').addresses;
  Object.assign(one.manifest.issuer as object, { id: 'other' });
  // Other persons than those of the package of the other tests, whose check would find them.
  for (const id of ['ada', 'ben', 'fund'])
    Object.assign(find(one, id), { issuer_assigned_id: `W-${id}`, name: { legal_name: `Other ${id}` } });
  writeFileSync(path('no-address.ocf.zip'), await packed(one));
  const { status, err } = await run([
    path('no-address.ocf.zip'),
    '--issuer',
    '3002',
    '--accept-warnings',
    'Asked for',
  ]);
  expect([status, err]).toEqual([0, '']);
  expect(
    await rowsOf(
      `select address1, city, country from holder_address p join holder h on h.id = p.holder_id where customer_id = 'W-fund'`,
    ),
  ).toEqual([{ address1: '', city: '', country: '' }]);
});

test.for<[words: string[], sentence: string]>([
  [['--issuer', '0'], '"0" is not an issuer id.'],
  [['--certified-by', ' '], 'Name who certified the positions.'],
  [['--legend', '=R'], '"=R" is not a legend with its code, such as legend-1=R.'],
])('%s is refused', async ([words, sentence]) => {
  expect(await run([path('sound.ocf.zip'), ...words])).toMatchObject({ status: 2, err: `${sentence}\n` });
});

test('options of a package are refused with another file', async () => {
  writeFileSync(path('other.xlsx'), 'x');
  expect(await run([path('other.xlsx'), '--issuer', '3001'])).toMatchObject({
    status: 2,
    err: '--issuer, --certified-by, --account-prefix and --legend are for packages in the Open Cap Table Format.\n',
  });
});

test('a legend with a code that does not exist is an error at its certificates', async () => {
  const { out } = await run([path('sound.ocf.zip'), '--dry-run', '--legend', 'unregistered=Z']);
  expect(out).toContain(
    'error X19  Transactions.ocf.json, issue-cs-8, stock_legend_ids: Z is not one of N, R, B, A, S, L, O.',
  );
});
