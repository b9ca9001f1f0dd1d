import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gather, unzip } from '#lib/sheet/archive-for-tests';
import { writeZip } from '#lib/sheet/zip';
import { templateWorkbook } from '#registry/import/template/template';
import { issue } from '#registry/ledger/issuance/issue';
import { samplePdf } from '#tests/fakes/registry';
import { alone, openTestDatabases, proof, type TestDatabases } from '#tests/ledger/database';
import { clerk, saleContent, someCertificate, steps } from '../agent/items.ts';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { expectSameAnswers } from './workbook-round-trip.ts';
import { testWorkbooks } from './workbooks.ts';

const registry = registryOfFile();
const exporter = command(registry, 'registry/export');
const importer = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'archive-'));
let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
const manifestOf = (file: string) => JSON.parse(String(unzip(readFileSync(file)).get('manifest.json')));
const digestsOf = (file: string) =>
  manifestOf(file).issuers.map(({ dataDigest }: { dataDigest: string }) => dataDigest);

async function exported(
  name: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const ran = await exporter([...words, '--out', path(name)], '', env);
  expect(ran).toMatchObject({ status: 0, err: '' });
  return path(name);
}

/** An archive with some of its files changed, and a manifest that was changed as well. */
async function changed(file: string, change: (files: Map<string, Buffer>) => void): Promise<string> {
  const files = unzip(readFileSync(file));
  change(files);
  const out = path('changed.zip');
  const entries = [...files].map(([name, data]) => ({ name, data }));
  writeFileSync(out, await gather(writeZip(entries, { date: '1980-01-01' })));
  return out;
}

test('issuers come back with equal digests, items and documents included', async () => {
  const source = await someCertificate(registry(), 1006);
  const item = await steps(registry()).enter(1006, await saleContent(registry(), source, 1), clerk);
  const query = new URLSearchParams({
    ...{ actorEmail: clerk.email, actorFirstName: clerk.firstName, actorLastName: clerk.lastName },
    ...{ customerIssuerId: '1006', itemId: `${item.itemId}`, version: `${item.version}`, name: 'scan.pdf' },
  });
  const headers = { 'content-type': 'application/pdf' };
  const added = await registry().call(`/agent/v1/items/documents?${query}`, {
    body: `${samplePdf()}imported`,
    headers,
  });
  expect(added.status).toBe(200);
  const issuers = ['--issuer', '1006', '--issuer', '1007', '--personal-data'];
  const file = await exported('first.zip', issuers);

  const { url, pool } = await databases.open('empty');
  const env = { REGISTRY_DATABASE_URL: url };
  const tried = await importer([file, '--dry-run'], '', env);
  expect([tried.status, tried.err]).toEqual([0, '']);
  expect(tried.out).toMatch(/Nothing was written\.\n$/);
  expect((await pool.query('select 1 from issuer')).rows).toEqual([]);

  const ran = await importer([file, '--json'], '', env);
  expect([ran.status, ran.err]).toEqual([0, '']);
  expect(JSON.parse(ran.out).issuers).toEqual(manifestOf(file).issuers);
  expect(await proof(pool)).toEqual([]);
  const again = await exported('second.zip', issuers, env);
  expect(digestsOf(again)).toEqual(digestsOf(file));
  // Package and workbook name the agent, which an empty registry does not have.
  const [theirs, ours] = [again, file].map((archive) =>
    [...unzip(readFileSync(archive))].filter(([name]) => !/manifest|\/(?:ocf|workbook)\//.test(name)),
  );
  expect(theirs!.map(([name]) => name)).toEqual(ours!.map(([name]) => name));
  for (const [at, [name, bytes]] of theirs!.entries())
    expect([name, bytes.equals(ours![at]![1])]).toEqual([name, true]);

  const twice = await importer([file], '', env);
  expect(twice).toMatchObject({
    status: 2,
    err: 'Issuer 1006 is already in this registry. Nothing was written.\n',
  });
  await expectSameAnswers(registry, { url, pool }, 1006);
});

test('a register that was brought in is taken back after it came with an archive, until something was entered', {
  tags: ['long'],
}, async () => {
  const source = await databases.open('source');
  const at = (url: string) => ({ REGISTRY_DATABASE_URL: url });
  writeFileSync(path('register.xlsx'), await gather(templateWorkbook(true)));
  expect((await importer([path('register.xlsx')], '', at(source.url))).status).toBe(0);
  const words = ['--issuer', '2001', '--personal-data'];
  const unchanged = await exported('unchanged.zip', words, at(source.url));

  const { rows } = await source.pool.query<Record<'issuer_id' | 'class_id' | 'holder_id', bigint>>(
    `select c.issuer_id, c.class_id, c.holder_id from certificate c join security_class k on k.id = c.class_id
      where k.name = 'Common' and not c.is_treasury order by c.id limit 1`,
  );
  const { issuer_id: issuerId, class_id: classId, holder_id: holderId } = rows[0]!;
  const day = '2026-11-20';
  await alone(source.pool, issue, {
    ...{ issuerId, classId, lines: [{ holderId, shares: 10n }] },
    entry: {
      ...{ receivedOn: day, effectiveOn: day, completedOn: day, processedAt: `${day}T16:00:00Z` },
      ...{ authority: 'Board resolution', subKind: 'Stock award' },
    },
  });
  const later = await exported('later.zip', words, at(source.url));

  const target = await databases.open('target');
  const undo = () => importer(['--undo', '2001', '--reason', 'Test'], '', at(target.url));
  const left = async () => (await target.pool.query('select 1 from holder')).rowCount;
  expect((await importer([later], '', at(target.url))).status).toBe(0);
  const before = await left();
  expect(await undo()).toMatchObject({
    status: 2,
    err: 'Kestrel Ridge Inc. was changed after it was brought in. Later entries can only be reversed.\n',
  });
  expect(await left()).toBe(before);

  const other = await databases.open('other');
  expect((await importer([unchanged], '', at(other.url))).status).toBe(0);
  const undone = await importer(['--undo', '2001', '--reason', 'Test'], '', at(other.url));
  expect(undone).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /^Taken back: Kestrel Ridge Inc\. from Prior Registrar LLC, with \d+ holders\.\n$/,
    ),
  });
  for (const table of ['issuer', 'holder', 'certificate'])
    expect([table, (await other.pool.query(`select 1 from ${table}`)).rowCount]).toEqual([table, 0]);
});

test('where the ids are in use, others are given, and the digests stay equal', {
  tags: ['long'],
}, async () => {
  const file = await exported('one.zip', ['--issuer', '1002', '--personal-data']);
  const { url, pool } = await databases.open('used');
  const { rows } = await registry().database.pool.query('select id from issuer where customer_id = 1002');
  await pool.query(
    "insert into issuer (id, customer_id, name, kind, status) values ($1, 9, 'Other', '', 'Active')",
    [rows[0].id],
  );
  await pool.query("insert into counter values ('issuer', $1)", [rows[0].id + 1n]);
  const env = { REGISTRY_DATABASE_URL: url };
  expect(await importer([file], '', env)).toMatchObject({ status: 0, err: '' });
  const here = await pool.query('select id from issuer where customer_id = 1002');
  expect(here.rows[0].id).not.toBe(rows[0].id);
  expect(digestsOf(await exported('other.zip', ['--issuer', '1002', '--personal-data'], env))).toEqual(
    digestsOf(file),
  );
});

test('an archive that was changed, or does not fit, is refused and leaves nothing', async () => {
  const file = await exported('small.zip', ['--issuer', '1003', '--personal-data']);
  const { url, pool } = await databases.open('refused');
  const refused = async (archive: string) => {
    const { status, err } = await importer([archive], '', { REGISTRY_DATABASE_URL: url });
    expect((await pool.query('select 1 from issuer')).rows).toEqual([]);
    return [status, err.trim()];
  };
  const table = '1003/data/certificate.csv';
  const edited = await changed(file, (files) => {
    files.set(table, Buffer.from(String(files.get(table)).replace('"R"', '"N"')));
  });
  expect(await refused(edited)).toEqual([
    2,
    `The file is not a readable XLSX, CSV or ZIP file: ${table} does not have the digest of the manifest. Nothing was written.`,
  ]);
  const withManifest = (change: (manifest: Record<string, unknown>) => void) =>
    changed(file, (files) => {
      const manifest = JSON.parse(String(files.get('manifest.json')));
      change(manifest);
      files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    });
  // By its version, not by what its tables lack: the archive is taken out again by the version that wrote it.
  for (const schema of ['0001_issuers', '0026_seal_certificates']) {
    const older = await withManifest((manifest) => Object.assign(manifest, { schema }));
    expect((await refused(older))[1]).toMatch(
      new RegExp(`^The archive was written by the version ${schema}; this registry has \\d{4}_\\w+\\.`),
    );
  }
  const odd = await withManifest((manifest) => Object.assign(manifest, { issuers: 'all' }));
  expect((await refused(odd))[1]).toContain('its manifest is not one of an archive of a register');
  const plain = await exported('plain.zip', ['--issuer', '1003']);
  expect((await refused(plain))[1]).toMatch(/^The archive is without personal data/);
  const masked = await exported('masked.zip', ['--issuer', '1003', '--masked']);
  expect((await refused(masked))[1]).toMatch(/^The archive has masked tax ids and no access codes, /);
  // As archives were written before there was a choice of three.
  const version1 = (personalData: boolean) =>
    withManifest((manifest) => Object.assign(manifest, { version: 1, variant: undefined, personalData }));
  expect((await refused(await version1(false)))[1]).toMatch(/^The archive is without personal data/);
  const whole = await importer([await version1(true), '--dry-run'], '', { REGISTRY_DATABASE_URL: url });
  expect(whole).toMatchObject({ status: 0, err: '' });
});

testWorkbooks(registry, () => databases, folder);
