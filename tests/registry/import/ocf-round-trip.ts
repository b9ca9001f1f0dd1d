// Expects that an issuer exported as a package and imported again is the same.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { proof, type TestDatabases } from '#tests/ledger/database';
import type { Registry } from '../boot.ts';
import { command } from '../command.ts';

/** Facts of an issuer that both registries have, whatever their ids. Access codes are made anew. */
const facts = {
  classes: `select name, code, series, cusip, par_value, is_unlimited, is_dollar, is_drs_eligible, has_plan, paper_prefix,
              book_prefix, votes_per_share, opened_on, action_on, reverse_split_on from security_class k where issuer_id = $1`,
  holders: `select h.customer_id, h.name, name2, name3, sort_name, account_type, primary_tax_id, primary_tax_id_type,
              primary_payee_name, secondary_tax_id, secondary_tax_id_type, secondary_payee_name, tax_certified,
              bad_address_since, bad_address_reason, lost_since, is_nominee, role, opened_on, pays_by
              from account a join holder h on h.id = a.holder_id where issuer_id = $1`,
  addresses: `select h.customer_id, p.kind, address1, address2, city, state, postal_code, country2_code,
                email, phone, secondary_phone
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

/** What an issuer of the demo loses in a package: classes of its own, and lines of the list. */
export type Loss = { issuer: number; leftOut: readonly string[]; listed: readonly string[] };

/** Writes an issuer as a package and brings it into an empty registry: what has a place in both is equal. */
export async function expectRoundTrip(
  registry: () => Registry,
  { databases, folder }: { databases: TestDatabases; folder: string },
  { issuer, leftOut, listed }: Loss,
): Promise<void> {
  const exporter = command(registry, 'registry/export');
  const importer = command(registry, 'registry/import');
  const file = join(folder, `${issuer}.ocf.zip`);
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
  expect(JSON.parse(written.out).listed).toEqual(expect.arrayContaining([...listed]));
  expect(statSync(file).mode & 0o077).toBe(0);
  const { url, pool } = await databases.open(`empty_${issuer}`);
  const env = { REGISTRY_DATABASE_URL: url };
  const posted = await importer([file, '--json', '--accept-warnings', 'As at the prior agent'], '', env);
  expect([posted.status, posted.err]).toEqual([0, '']);
  const result = JSON.parse(posted.out);
  // Nothing of an own package is left out or doubtful. Restrictions without legends, and accounts opened after the day of
  // their first certificate, are so in the demo.
  expect(Object.keys(result.byCode).filter((code) => !['H15', 'P08', 'X16'].includes(code))).toEqual([]);
  expect(await proof(pool)).toEqual([]);
  for (const [what, sql] of Object.entries(facts)) {
    const before = await linesOf(registry().database.pool, issuer, sql, leftOut);
    if (what === 'positions') expect(before).not.toEqual([]);
    expect([what, await linesOf(pool, issuer, sql, leftOut)]).toEqual([what, before]);
  }
}
