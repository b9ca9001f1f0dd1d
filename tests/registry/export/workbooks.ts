// Tests of exported workbooks of registers.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { Variant } from '#lib/contract/agent/register-export';
import { gather, quotedStyles, readCells, unzip } from '#lib/sheet/archive-for-tests';
import { inSnapshot } from '#registry/db/session';
import { registerWorkbook } from '#registry/export/workbook/register-workbook';
import { checkRegister } from '#registry/import/check/check-register';
import { undoRegister } from '#registry/import/post/undo-register';
import { listIssuers } from '#registry/queries/issuers';
import { sampled } from '#tests/lane';
import type { TestDatabases } from '#tests/ledger/database';
import type { Registry } from '../boot.ts';
import { expectSameAnswers, expectSameWorkbook, sheetsOf } from './workbook-round-trip.ts';

const small = 1009;
const day = '2026-11-20';

/** Writes an issuer's workbook by the function that the command and the worker use. */
export async function writtenRegister(
  folder: string,
  pool: Pool,
  issuer: number,
  variant: Variant,
  rowsMax?: number,
): Promise<string> {
  const path = join(folder, `${issuer}-${variant}-${rowsMax ?? 'all'}.xlsx`);
  await inSnapshot(pool, async (client) => {
    const [one] = await listIssuers(client, new Set([BigInt(issuer)]));
    const options = { issuer: one!, variant, asOf: day, ...(rowsMax !== undefined && { rowsMax }) };
    writeFileSync(path, await gather(registerWorkbook(client, options, () => {})));
  });
  return path;
}

async function checked(pool: Pool, path: string) {
  const client = await pool.connect();
  try {
    return await checkRegister(client, path, { today: day });
  } finally {
    client.release(true);
  }
}

const issuers = [1009, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008];

/** Tests of a file that has a registry with the demo, and databases. */
export function testWorkbooks(
  registry: () => Registry,
  databases: () => TestDatabases,
  folder: string,
): void {
  test.for(sampled(issuers, issuers.length))(
    'issuer %i comes back from its workbook: sheets and answers are equal',
    { tags: ['scaled'], timeout: 600_000 },
    async (issuer) => {
      const copy = await expectSameWorkbook(registry, { databases: databases(), folder }, issuer);
      await expectSameAnswers(registry, copy, issuer);
      // What was posted with it is taken back with it.
      await undoRegister(copy.pool, BigInt(issuer), { reason: 'Test', now: new Date() });
      for (const table of ['issuer', 'holder', 'contact', 'price', 'plan_member'])
        expect([table, (await copy.pool.query(`select 1 from ${table}`)).rowCount]).toEqual([table, 0]);
    },
  );

  test('without personal data no name, address or tax id is in it, and it can be read again', async () => {
    const { pool } = registry().database;
    const path = await writtenRegister(folder, pool, small, 'Plain');
    const cells = [...(await sheetsOf(path)).values()].flatMap((sheet) => [...sheet.values()]);
    const text = cells.join('\n');
    const { rows } = await pool.query<{ value: string }>(
      `select unnest(array[h.name, h.name2, h.sort_name, h.primary_tax_id, h.access_code, p.address1, p.email, nullif(p.phone, i.phone)]) as value
       from account a join holder h on h.id = a.holder_id join issuer i on i.id = a.issuer_id
       join holder_address p on p.holder_id = h.id where i.customer_id = ${small} and a.role = 'holder'`,
    );
    const values = rows.map(({ value }) => value).filter(Boolean);
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => text.includes(value))).toEqual([]);
    const { pool: empty } = await databases().open('masked');
    const { byCode, counts } = await checked(empty, path);
    expect(counts).toMatchObject({ stop: 0, error: 0 });
    expect([...byCode.keys()].sort()).toEqual(['H08', 'H13']);
  });

  test('masked, it has everything but whole tax ids and access codes, and it can be read again', async () => {
    const { pool } = registry().database;
    const path = await writtenRegister(folder, pool, small, 'Masked');
    const [sheets, full] = [
      await sheetsOf(path),
      await sheetsOf(await writtenRegister(folder, pool, small, 'Full')),
    ];
    const { rows } = await pool.query<{ tax: string; code: string }>(
      `select unnest(array[h.primary_tax_id, h.secondary_tax_id]) as tax, h.access_code as code
         from account a join holder h on h.id = a.holder_id join issuer i on i.id = a.issuer_id
        where i.customer_id = ${small}`,
    );
    const masks = new Map<string, string>([
      ...rows.map(({ code }) => [`inlineStr ${code}`, ''] as const),
      ...rows.map(({ tax }) => [`inlineStr ${tax}`, `inlineStr *****${tax.slice(-4)}`] as const),
    ]);
    expect(masks.size).toBeGreaterThan(20);
    const expected = [...full.get('Holders')!]
      .map(([cell, value]) => [cell, masks.get(value) ?? value] as const)
      .filter(([, value]) => value !== '');
    expect(new Map(expected)).toEqual(sheets.get('Holders'));
    expect([...sheets.get('Instructions')!.values()].join()).toContain(
      'Tax ids have their last four digits only',
    );
    for (const name of [...full.keys()].filter((one) => one !== 'Holders' && one !== 'Instructions'))
      expect([name, sheets.get(name)]).toEqual([name, full.get(name)]);
    const { pool: empty } = await databases().open('masked_register');
    const { byCode, counts } = await checked(empty, path);
    expect(counts).toMatchObject({ stop: 0, error: 0 });
    const { byCode: ofFull } = await checked(
      (await databases().open('full_register')).pool,
      await writtenRegister(folder, pool, small, 'Full'),
    );
    expect([...byCode.keys()].sort()).toEqual([...ofFull.keys(), 'H08'].sort());
  });

  test('a long sheet continues as "Positions 2", and is read as one', { tags: ['long'] }, async () => {
    const { pool } = registry().database;
    const path = await writtenRegister(folder, pool, small, 'Full', 800);
    expect([...(await sheetsOf(path)).keys()]).toEqual(expect.arrayContaining(['Positions', 'Positions 2']));
    const [whole, parts] = [
      await checked(pool, await writtenRegister(folder, pool, small, 'Full')),
      await checked(pool, path),
    ];
    expect(parts.rows.Positions).toEqual(whole.rows.Positions);
    expect(parts.totals).toEqual(whole.totals);
  });

  test('texts like formulas and numbers over 15 digits are texts', async () => {
    const { pool } = registry().database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`update holder set name = '=HYPERLINK("http://x.example")' where id =
      (select min(holder_id) from account a join issuer i on i.id = a.issuer_id where i.customer_id = ${small})`);
      await client.query(`update certificate set shares = 9007199254740993 where (issuer_id, id) =
      (select c.issuer_id, min(c.id) from certificate c join issuer i on i.id = c.issuer_id
        where i.customer_id = ${small} and canceled_on = '9999-12-31' group by 1)`);
      const [issuer] = await listIssuers(client, new Set([BigInt(small)]));
      const options = { issuer: issuer!, variant: 'Full' as const, asOf: day };
      const files = unzip(await gather(registerWorkbook(client, options, () => {})));
      const cells = [...files].flatMap(([name, data]) =>
        name.startsWith('xl/worksheets/') ? [...readCells(String(data)).values()] : [],
      );
      const formula = cells.find(({ value }) => value.startsWith('=HYPERLINK'))!;
      expect(formula.type).toBe('inlineStr');
      expect(quotedStyles(String(files.get('xl/styles.xml'))).has(formula.style)).toBe(true);
      expect(cells.filter(({ value }) => value === '9007199254740993')).toEqual(
        expect.arrayContaining([expect.objectContaining({ type: 'inlineStr' })]),
      );
      expect([...files.values()].some((data) => String(data).includes('<f>'))).toBe(false);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
}
