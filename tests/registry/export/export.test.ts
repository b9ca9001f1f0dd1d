import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import type { Manifest } from '#registry/export/manifest';
import { exportedTables, otherColumns, otherTables } from '#registry/export/tables/index';
import { samplePdf } from '#tests/fakes/registry';
import { carryOut, clerk, received, saleContent, someCertificate, steps } from '../agent/items.ts';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';
import { holderBody, holderPath } from '../writes/write-bodies.ts';

const registry = registryOfFile();
const run = command(registry, 'registry/export');
const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const manifestOf = (files: Map<string, Buffer>): Manifest => JSON.parse(String(files.get('manifest.json')));

/** The archive of issuers, through the command. */
async function exported(name: string, words: readonly string[]) {
  const out = join(folder, name);
  const ran = await run([...words, '--out', out]);
  expect(ran).toMatchObject({ status: 0, err: '' });
  return { ...ran, path: out, files: unzip(readFileSync(out)) };
}

test('every column of every table is exported, or left out for a reason that is written down', async () => {
  const { rows } = await registry().database.pool.query<{ name: string; column: string; optional: boolean }>(
    `select table_name as name, column_name as column, is_nullable = 'YES' as optional
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const isLeftOut = ({ name, column }: { name: string; column: string }) =>
    Object.hasOwn(otherTables, name) ||
    otherColumns.some((one) => one === column || one === `${name}.${column}`);
  const stored = rows
    .filter((row) => !isLeftOut(row))
    .map((row) => `${row.name}.${row.column} ${row.optional}`);
  const written = exportedTables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.mayBeNull}`),
  );
  expect(written.sort()).toEqual(stored.sort());
});

describe('an archive with personal data', () => {
  test('holds every table, the documents, and a manifest whose digests are those of the files', async () => {
    const source = await someCertificate(registry(), 1006);
    const item = await steps(registry()).enter(1006, await saleContent(registry(), source, 1), clerk);
    const text = `${samplePdf()}exported`;
    const query = new URLSearchParams({
      ...{ actorEmail: clerk.email, actorFirstName: clerk.firstName, actorLastName: clerk.lastName },
      ...{
        customerIssuerId: '1006',
        itemId: `${item.itemId}`,
        version: `${item.version}`,
        name: '=scan.pdf',
      },
    });
    const headers = { 'content-type': 'application/pdf' };
    const added = await registry().call(`/agent/v1/items/documents?${query}`, { body: text, headers });
    expect(added.status).toBe(200);

    const { files, out, path } = await exported('1006.zip', ['--issuer', '1006', '--personal-data']);
    expect(statSync(path).mode & 0o077).toBe(0);
    const manifest = manifestOf(files);
    expect(out).toContain(`data digest ${manifest.issuers[0]!.dataDigest}`);
    expect(manifest).toMatchObject({ format: 'sharebook-register', version: 2, variant: 'Full' });
    const tables = exportedTables.map(({ name }) => `1006/data/${name}.csv`);
    const document = `1006/documents/${sha256(text)}.pdf`;
    expect([...files.keys()].sort()).toEqual(
      [
        ...[...tables, document, '1006/ids.csv', '1006/ocf/1006.ocf.zip', '1006/workbook/register.xlsx'],
        ...['data-dictionary.csv', 'manifest.json'],
      ].sort(),
    );
    expect(manifest.issuers[0]!.notInPackage).toContainEqual(expect.stringMatching(/^Dividends: /));
    expect(manifest.files).toEqual(
      [...files]
        .filter(([name]) => name !== 'manifest.json')
        .map(([name, bytes]) => ({
          ...{ path: name, bytes: bytes.length, sha256: sha256(bytes) },
          rows: expect.toSatisfy((rows) => (rows === null) === !/\/(data\/\w+|ids)\.csv$/.test(name)),
        })),
    );
    const lines = manifest.files
      .filter((file) => file.path.startsWith('1006/data/'))
      .map((file) => `${file.sha256}  ${file.path.slice('1006/'.length)}\n`);
    expect(manifest.issuers[0]!.dataDigest).toBe(sha256(lines.sort().join('')));
    expect(String(files.get(document))).toBe(text);
    expect(String(files.get('1006/data/item_file.csv'))).toContain(
      `"'=scan.pdf","application/pdf",${text.length}`,
    );
  });

  test('the rows are those of the books: counts of each table, and outstanding shares', async () => {
    const { files } = await exported('1001.zip', ['--issuer', '1001', '--personal-data']);
    const manifest = manifestOf(files);
    const { pool } = registry().database;
    for (const { name, columns } of exportedTables) {
      if (/^(issuer|holder|holder_address|holder_change|lost_search)$/.test(name)) continue;
      const { rows } = await pool.query(
        `select count(*) as count from ${name} where issuer_id = (select id from issuer where customer_id = 1001)`,
      );
      const file = manifest.files.find(({ path }) => path === `1001/data/${name}.csv`);
      expect([name, file?.rows]).toEqual([name, Number(rows[0].count)]);
      const header = String(files.get(`1001/data/${name}.csv`)).split('\n', 1)[0];
      expect(header).toBe(columns.map((column) => column.name).join(','));
    }
    const accounts = manifest.files.find(({ path }) => path === '1001/data/account.csv')!.rows!;
    expect(manifest.files.find(({ path }) => path === '1001/data/holder.csv')!.rows).toBe(accounts);
    // No field of a certificate before its shares has a comma.
    const certificates = String(files.get('1001/data/certificate.csv')).trimEnd().split('\n').slice(1);
    const outstanding = certificates
      .filter((line) => line.includes(',9999-12-31,'))
      .map((line) => line.split(','))
      .filter((fields) => fields[7] === 'false')
      .reduce((sum, fields) => sum + BigInt(fields[8]!), 0n);
    const balance = await pool.query(
      `select sum(outstanding_delta)::bigint as shares from class_day
        where issuer_id = (select id from issuer where customer_id = 1001)`,
    );
    expect(outstanding).toBe(balance.rows[0].shares);
    expect(outstanding).toBeGreaterThan(0n);
  });

  test('two exports of an unchanged register are equal; one change of a name changes the digest', async () => {
    const words = ['--issuer', '1007', '--issuer', '1003', '--personal-data'];
    const first = await exported('first.zip', words);
    const second = await exported('second.zip', words);
    expect(readFileSync(second.path).equals(readFileSync(first.path))).toBe(true);
    expect(manifestOf(first.files).issuers.map((one) => one.folder)).toEqual(['1003', '1007']);
    const { pool } = registry().database;
    await pool.query("update issuer set phone = '+1 555 0100' where customer_id = 1007");
    const third = manifestOf((await exported('third.zip', words)).files).issuers;
    const before = manifestOf(first.files).issuers;
    expect(third[0]).toEqual(before[0]);
    expect(third[1]!.dataDigest).not.toBe(before[1]!.dataDigest);
  });

  test('the text does not depend on the ids that the database gave out', async () => {
    const { files } = await exported('ids.zip', ['--issuer', '1002', '--personal-data']);
    const { rows } = await registry().database.pool.query('select id from issuer where customer_id = 1002');
    let numbers = 0;
    for (const { name, columns } of exportedTables) {
      const [, ...lines] = String(files.get(`1002/data/${name}.csv`))
        .replace(/"[^"]*"/g, 'text')
        .split('\n');
      for (const fields of lines.slice(0, -1).map((line) => line.split(','))) {
        const ids = fields.filter((field, index) => columns[index]?.kind === 'id' && field !== '');
        expect([name, ids.filter((id) => !/^[1-9]\d{0,5}$/.test(id))]).toEqual([name, []]);
        numbers += ids.length;
      }
    }
    expect(numbers).toBeGreaterThan(1000);
    expect(String(files.get('1002/data/issuer_counter.csv'))).toMatch(/^"number 1 [A-Z]+",\d+$/m);
    expect(String(files.get('1002/ids.csv'))).toContain(`issuer,"1002",${rows[0].id}\n`);
  });
});

test('an issuer whose formation is not known has no package, and the manifest says why', async () => {
  const { pool } = registry().database;
  const of1007 = (country: string) =>
    pool.query('update issuer set country2_code = $1 where customer_id = 1007', [country]);
  const known = await pool.query('select country2_code from issuer where customer_id = 1007');
  await of1007('');
  try {
    const { files } = await exported('unknown.zip', ['--issuer', '1007']);
    expect(manifestOf(files).issuers[0]!.notInPackage).toEqual([
      'The country of formation is not known. The command registry:export takes it with --formed-in, such as US-DE.',
    ]);
    expect(files.has('1007/ocf/1007.ocf.zip')).toBe(false);
    expect(files.has('1007/workbook/register.xlsx')).toBe(true);
  } finally {
    await of1007(known.rows[0].country2_code);
  }
});

test('without the flag no name, address, tax ID or access code is in the archive, and the manifest says so', async () => {
  const { files, out } = await exported('plain.zip', ['--issuer', '1006']);
  expect(manifestOf(files).variant).toBe('Plain');
  expect(out).toContain('Personal data and documents are left out.');
  expect([...files.keys()].filter((name) => name.includes('/documents/'))).toEqual([]);
  const { rows } = await registry().database.pool.query<Record<string, string>>(
    `select h.name, h.access_code, h.primary_tax_id, a.address1 from holder h
       join holder_address a on a.holder_id = h.id
       join account c on c.holder_id = h.id and c.issuer_id = (select id from issuer where customer_id = 1006)
      where h.primary_tax_id <> '' and length(h.name) > 6 and length(a.address1) > 6 limit 200`,
  );
  const secrets = new Set(rows.flatMap((row) => Object.values(row)));
  expect(secrets.size).toBeGreaterThan(500);
  // What the package and the workbook have inside, too.
  const forms = ['1006/ocf/1006.ocf.zip', '1006/workbook/register.xlsx'];
  const inside = forms.flatMap((form) => [...unzip(files.get(form)!)]);
  expect(inside.length).toBeGreaterThan(10);
  for (const [name, bytes] of [...files, ...inside]) {
    if (name === 'data-dictionary.csv') continue;
    const text = String(bytes);
    expect([name, [...secrets].filter((secret) => text.includes(secret))]).toEqual([name, []]);
  }
});

describe('an archive with masked tax ids', () => {
  const issuer = 1006;
  const pool = () => registry().database.pool;
  const ofIssuer = `issuer_id = (select id from issuer where customer_id = ${issuer})`;

  /** Writes a tax id to every place where the registry stores one. */
  async function storeTaxIds(): Promise<void> {
    const { holderId, classId } = await someCertificate(registry(), issuer);
    const holder = await pool().query('select customer_id, primary_tax_id from holder where id = $1', [
      holderId,
    ]);
    const { customer_id: customerShareholderId, primary_tax_id: before } = holder.rows[0];
    expect(before).toMatch(/^\d{9}$/);
    const change = async (primaryTaxId: string) => {
      const body = holderBody({ customerShareholderId, primaryTaxId });
      const response = await registry().call(holderPath, { body });
      expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    };
    await change('900-01-7777');
    await change(before);
    await carryOut(registry(), issuer, {
      ...{ kind: 'Issuance', ...received, effectiveDate: '2026-11-19', purpose: 'Stock award' },
      securityTypeId: classId,
      lines: [{ shareholder: holderBody({ primaryTaxId: '912-45-0001', name: 'ODESSA QUILL' }), shares: 30 }],
      authority: { text: 'Board resolution of Nov 12, 2026', date: '2026-11-12' },
    });
    const lost = { ...received, systemShareholderId: holderId };
    await carryOut(registry(), issuer, {
      ...{ kind: 'ReturnedMail', ...lost },
      returnedMail: { piece: 'Dividend check', returnedOn: '2026-02-10' },
    });
    const search = { number: 1, searchedOn: '2026-05-10', service: 'Lanternfield', by: 'TaxId' };
    await carryOut(registry(), issuer, {
      ...{ kind: 'LostSearch', ...lost, search: { ...search, terms: before, result: 'NotFound' } },
    });
    // As an instruction of a client that is not effective yet is kept.
    await pool().query(
      `update txn set instruction = $1 where ${ofIssuer} and id = (select min(id) from txn where ${ofIssuer})`,
      [JSON.stringify({ form: 'issuance 1', shareholder: { primaryTaxId: '912450001' } })],
    );
  }

  /** Whole tax ids, access codes, and digests of contents with tax ids; without hyphens. */
  async function readSecrets(): Promise<Set<string>> {
    const { rows } = await pool().query({
      text: `select h.primary_tax_id, h.secondary_tax_id, h.access_code from holder h
               join account c on c.holder_id = h.id and c.${ofIssuer}
             union all select digest, '', '' from item where ${ofIssuer}
             union all select digest, '', '' from item_step where ${ofIssuer}
             union all select digest, '', '' from item_approval where ${ofIssuer}`,
      rowMode: 'array',
    });
    return new Set(['900017777', ...rows.flat().filter(Boolean)].map((text) => text.replaceAll('-', '')));
  }

  const words =
    /(?<![A-Za-z\d])(?:[A-Z\d]{4}-[A-Z\d]{4}|\d{3}-\d{2}-\d{4}|\d{2}-\d{7}|\d{3}-\d{3}-\d{3}|[A-Za-z\d]+)(?![A-Za-z\d])/g;

  /** The files of an archive in which secrets stand, those in its package and its workbook too. */
  const filesWith = (secrets: ReadonlySet<string>, files: Map<string, Buffer>) =>
    [...files]
      .flatMap(([name, bytes]) =>
        /\.(?:ocf\.zip|xlsx)$/.test(name)
          ? [...unzip(bytes)].map(([inner, data]) => [`${name}/${inner}`, String(data)] as const)
          : [[name, String(bytes)] as const],
      )
      .filter(([, text]) => (text.match(words) ?? []).some((word) => secrets.has(word.replaceAll('-', ''))))
      .map(([name]) => name);

  test('has names, and in no file a whole tax id, an access code or a digest of a content', async () => {
    await storeTaxIds();
    const secrets = await readSecrets();
    expect(secrets.size).toBeGreaterThan(200);
    const full = await exported('full.zip', ['--issuer', `${issuer}`, '--personal-data']);
    const sheet = '1006/workbook/register.xlsx/xl/worksheets';
    // Where they stand in a full one: what finds them here would find them in the other.
    expect(filesWith(secrets, full.files).map((name) => (name.startsWith(sheet) ? sheet : name))).toEqual([
      ...['holder', 'holder_change', 'holder_search', 'item', 'item_approval', 'item_step', 'txn'].map(
        (table) => `1006/data/${table}.csv`,
      ),
      ...['1006/ocf/1006.ocf.zip/Stakeholders.ocf.json', sheet],
    ]);
    const { files, out } = await exported('masked.zip', ['--issuer', `${issuer}`, '--masked']);
    expect(filesWith(secrets, files)).toEqual([]);
    expect([...files.keys()].filter((name) => name.includes('/documents/'))).toEqual([]);
    // A digest of a tax id of which four digits are known names the number.
    for (const [name, text] of files)
      expect([name, String(text).includes('tax ID mark')]).toEqual([name, false]);

    expect(manifestOf(files).variant).toBe('Masked');
    expect(out).toContain(
      'Tax ids have their last four digits only; access codes and documents are left out.',
    );
    const holders = String(files.get('1006/data/holder.csv'));
    expect(holders).toMatch(/"ODESSA QUILL".*"\*{5}0001","SSN"/);
    expect(String(files.get('1006/data/holder_address.csv'))).toBe(
      String(full.files.get('1006/data/holder_address.csv')),
    );
    const inside = (form: string, name: string) => String(unzip(files.get(form)!).get(name));
    const { items } = JSON.parse(inside('1006/ocf/1006.ocf.zip', 'Stakeholders.ocf.json'));
    const odessa = items.find((one: { name: object }) => JSON.stringify(one.name).includes('ODESSA QUILL'));
    expect([odessa.tax_ids, odessa.addresses.length]).toEqual([[], 1]);
    expect(JSON.stringify(items)).not.toMatch(/tax_id2?_type|is_certified/);
    expect(manifestOf(files).issuers[0]!.notInPackage).toContainEqual(
      expect.stringMatching(/^Tax ids of \d+ holders: the format has no place for masked ones\.$/),
    );
    const dictionary = String(files.get('data-dictionary.csv'));
    for (const line of [
      '"holder","Holders: one registration each","name","text","",false,false,true,"",',
      '"holder","Holders: one registration each","primary_tax_id","text","",false,false,true,"last four digits",',
      '"holder","Holders: one registration each","access_code","text","",false,false,true,"empty",',
    ])
      expect(dictionary).toContain(line);
  });
});

test('without the flag no digest is in the archive with which tax ids of a content could be tried out', {
  tags: ['long'],
}, async () => {
  const source = await someCertificate(registry(), 1006);
  await steps(registry()).enter(1006, await saleContent(registry(), source, 1), clerk);
  const { files } = await exported('items.zip', ['--issuer', '1006']);
  for (const name of ['item', 'item_step']) {
    const [, ...lines] = String(files.get(`1006/data/${name}.csv`))
      .trimEnd()
      .split('\n');
    expect([name, lines.length > 0]).toEqual([name, true]);
    expect([name, lines.filter((line) => /[0-9a-f]{64}/.test(line))]).toEqual([name, []]);
  }
});

describe('the command', () => {
  test('a folder gets a file named by issuer and day; an existing file is kept', async () => {
    const place = join(folder, 'new');
    const first = await run(['--issuer', '1007', '--out', place]);
    expect(first).toMatchObject({ status: 0 });
    expect(readdirSync(place)).toEqual(['sharebook-1007-2026-11-20.zip']);
    const path = join(place, 'sharebook-1007-2026-11-20.zip');
    const bytes = readFileSync(path);
    const again = await run(['--issuer', '1007', '--out', path]);
    expect(again).toMatchObject({ status: 2, err: `${path} exists already. Nothing was written.\n` });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('a dry run prints the manifest of the archive and writes nothing', async () => {
    const { files } = await exported('wet.zip', ['--issuer', '1007', '--personal-data']);
    const before = readdirSync(folder);
    const { status, out } = await run(['--issuer', '1007', '--personal-data', '--dry-run', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual(manifestOf(files));
    expect(readdirSync(folder)).toEqual(before);
  });

  test('a write that fails leaves no file', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const missing = join(file, 'below-a-file.zip');
    expect((await run(['--issuer', '1007', '--out', missing])).status).not.toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test.for([
    [['--out', 'x.zip'], 'Name issuers with --issuer, or say --all.'],
    [['--all', '--issuer', '1001', '--out', 'x.zip'], 'Name issuers with --issuer, or say --all.'],
    [['--all'], 'Say either --out or --dry-run.'],
    [['--issuer', 'x', '--dry-run'], '"x" is not an issuer id.'],
    [['--issuer', '4711', '--dry-run'], 'There is no issuer 4711.'],
    [
      ['--issuer', '1001', '--dry-run', '--personal-data', '--masked'],
      'Say either --personal-data or --masked.',
    ],
  ] as const)('%j is refused', async ([words, sentence]) => {
    const { status, err } = await run(words);
    expect(status).toBe(2);
    expect(err).toContain(sentence);
  });
});
