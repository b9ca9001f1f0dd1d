import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { type Bench, proof, startBench } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { command } from '../command.ts';

const registry = registryOfFile();
const exporter = command(registry, 'registry/export');
const importer = command(registry, 'registry/import');
const folder = mkdtempSync(join(tmpdir(), 'ocf-'));
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

/** Facts of an issuer that both registries have, whatever their ids. Access codes are made anew. */
const facts = {
  classes: `select name, code, series, cusip, par_value, is_unlimited, is_dollar, is_drs_eligible, has_plan, paper_prefix,
              book_prefix, votes_per_share, opened_on, action_on, reverse_split_on from security_class k where issuer_id = $1`,
  holders: `select h.customer_id, h.name, name2, name3, sort_name, account_type, primary_tax_id, primary_tax_id_type,
              primary_payee_name, secondary_tax_id, secondary_tax_id_type, secondary_payee_name, tax_certified,
              bad_address_since, bad_address_reason, lost_since, is_nominee, role, opened_on, pays_by
              from account a join holder h on h.id = a.holder_id where issuer_id = $1`,
  addresses: `select h.customer_id, p.kind, address1, address2, city, state, postal_code, country2_code,
                case p.kind when 'primary' then concat_ws(' ', email, phone, secondary_phone) end as contact
                from account a join holder h on h.id = a.holder_id join holder_address p on p.holder_id = h.id
               where issuer_id = $1`,
  positions: `select k.name, h.customer_id, c.customer_id as source_id, prefix, number, form, is_treasury, shares, restriction,
                legend, acquired_on, issued_on, post_reverse_split, printed_on
                from certificate c join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
                join holder h on h.id = c.holder_id where c.issuer_id = $1 and canceled_on = '9999-12-31'`,
  lots: `select k.name, prefix, c.number, l.number as lot, l.acquired_on, l.shares, trim_scale(cost_per_share) as cost,
           trim_scale(total_cost) as total, is_covered, method
           from tax_lot l join certificate c on c.issuer_id = l.issuer_id and c.id = l.certificate_id
           join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
          where l.issuer_id = $1 and canceled_on = '9999-12-31'`,
  authorized: `select k.name, effective_on, sum(sum(delta)) over (partition by k.name order by effective_on) as total
                 from authorized_change c join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id
                where c.issuer_id = $1 group by k.name, effective_on`,
  reserves: `select k.name as class, r.name, r.kind, sum(c.delta) as shares
               from reserve r join security_class k on k.issuer_id = r.issuer_id and k.id = r.class_id
               join reserve_change c on c.issuer_id = r.issuer_id and c.reserve_id = r.id
              where r.issuer_id = $1 group by k.name, r.id, r.name, r.kind`,
};

/** Rows as sorted lines; classes that the format does not have are left out. */
async function linesOf(pool: Pool, customerId: number, sql: string, leftOut: readonly string[]) {
  const issuer = await pool.query('select id from issuer where customer_id = $1', [customerId]);
  const { rows } = await pool.query({ text: sql, values: [issuer.rows[0].id], rowMode: 'array' });
  return rows
    .filter((row: unknown[]) => !row.some((value) => leftOut.includes(String(value))))
    .map((row: unknown[]) => row.map(String).join(' | '))
    .sort();
}

test.for([
  // Reversals, a conversion, many restrictions.
  { issuer: 1003, leftOut: [], listed: ['Contacts of the issuer: 8.'] },
  // Units and warrants: warrants are no stock.
  {
    issuer: 1002,
    leftOut: ['Warrants'],
    listed: [
      'Class Warrants: neither common nor preferred stock. 39 positions of 8,917,500.',
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
])(
  'issuer $issuer comes back from a package with equal classes, holders and positions',
  async ({ issuer, leftOut, listed }) => {
    const file = path(`${issuer}.ocf.zip`);
    const written = await exporter([
      '--issuer',
      String(issuer),
      '--format',
      'ocf',
      '--out',
      file,
      '--personal-data',
      '--json',
    ]);
    expect([written.status, written.err]).toEqual([0, '']);
    expect(JSON.parse(written.out).listed).toEqual(expect.arrayContaining(listed));
    expect(statSync(file).mode & 0o077).toBe(0);
    const { url, pool } = await bench.open(`empty_${issuer}`);
    const env = { REGISTRY_DATABASE_URL: url };
    const posted = await importer([file, '--json', '--accept-warnings', 'As at the prior agent'], '', env);
    expect([posted.status, posted.err]).toEqual([0, '']);
    const result = JSON.parse(posted.out);
    // Nothing of an own package is left out or doubtful; restrictions without legends are so in the demo.
    expect(Object.keys(result.byCode).filter((code) => !['P08', 'X16'].includes(code))).toEqual([]);
    expect(await proof(pool)).toEqual([]);
    for (const [what, sql] of Object.entries(facts)) {
      const before = await linesOf(registry().database.pool, issuer, sql, leftOut);
      expect(before.length === 0 && what !== 'lots', what).toBe(false);
      expect([what, await linesOf(pool, issuer, sql, leftOut)]).toEqual([what, before]);
    }
  },
);

test('without personal data holders have their account numbers only, and the package is not brought in', async () => {
  const ran = await exporter(['--issuer', '1003', '--format', 'ocf', '--out', path('plain')]);
  expect([ran.status, ran.err]).toEqual([0, '']);
  const file = path('plain/sharebook-1003-2026-11-20.ocf.zip');
  expect(ran.out).toContain('Open Cap Table Format 1.2.0');
  expect(ran.out).toContain(`Written to ${file}`);
  const files = unzip(readFileSync(file));
  const { items } = JSON.parse(String(files.get('Stakeholders.ocf.json')));
  for (const one of items) {
    expect(one.name).toEqual({ legal_name: `Account ${one.issuer_assigned_id}` });
    expect([one.addresses, one.tax_ids, one.contact_info]).toEqual([undefined, undefined, undefined]);
  }
  const refused = await importer([file, '--dry-run'], '', {
    REGISTRY_DATABASE_URL: (await bench.open('plain')).url,
  });
  expect(refused.status).toBe(1);
  expect(refused.out).toContain(
    'The package was written without personal data. Export it with --personal-data.',
  );
});

test('what cannot be written is said', async () => {
  const said = async (...words: string[]) => {
    const { status, err } = await exporter(words);
    return [status, err.trim()];
  };
  const ocf = ['--format', 'ocf', '--dry-run'];
  expect(await said('--issuer', '1003', '--format', 'pdf')).toEqual([
    2,
    '"pdf" is not a format that is known: ocf.',
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
