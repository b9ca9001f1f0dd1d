/** @module-tag long */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLarge } from '#demo/large/load';
import { withTransaction } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';
import { changesFrom } from '#registry/ledger/core/limits';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import { createOrUpdateHolder } from '#registry/ledger/holders/change-holder';
import { issue } from '#registry/ledger/issuance/issue';
import { accountHoldings } from '#registry/queries/account-holdings';
import { capTablePage } from '#registry/queries/cap-table';
import { classesOf } from '#registry/queries/classes';
import { certificatesOf, holderPage, holdersWithShares } from '#registry/queries/holdings';
import { findIssuer, type Issuer } from '#registry/queries/issuers';
import { registerMemory } from '#registry/queries/memory';
import { findHolders } from '#registry/queries/search/holders';
import { findCertificates, findTransactions, typedNumber } from '#registry/queries/search/numbers';
import { statusPage } from '#registry/queries/status-list';
import { registerTotals } from '#registry/queries/totals';
import { openTestDatabases, proof, type TestDatabases } from './database.ts';

const plan = { issuer: 5001n, holders: 2000, certificates: 20_000, seed: 1 };
const today = '2026-11-20';

let databases: TestDatabases;
let pool: Pool;
let issuer: Issuer;

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool } = await databases.open('large'));
  await loadLarge(pool, plan);
  issuer = (await findIssuer(pool, { customerId: plan.issuer })) as Issuer;
});

afterAll(() => databases?.close());

/** A digest of everything the plan builds; IDs are those of an empty database. */
async function digestOf(books: Pool): Promise<string> {
  const hash = createHash('sha256');
  for (const table of [
    'holder',
    'holder_address',
    'account',
    'txn',
    'certificate',
    'control_entry',
    'class_day',
  ]) {
    const { rows } = await books.query(
      `select md5(string_agg(t::text, chr(10) order by t::text)) as rows from ${table} as t`,
    );
    hash.update(rows[0].rows);
  }
  return hash.digest('hex');
}

describe('generated data', () => {
  test('is in proof', async () => {
    expect(await proof(pool)).toEqual([]);
  });

  test('has the requested number of certificates, a split, and years of transfers', async () => {
    const { rows } = await pool.query(
      `select (select count(*)::int from certificate) as certificates, (select count(*)::int from account) as accounts,
              (select count(*)::int from txn where kind = 'F') as splits,
              (select count(distinct extract(year from effective_on))::int from txn where kind = 'T') as years`,
    );
    expect(rows[0]).toEqual({ certificates: 20_000, accounts: 2000, splits: 1, years: 8 });
  });

  test('is the same for the same arguments, and differs for another seed', async () => {
    const again = await databases.open('again');
    await loadLarge(again.pool, plan);
    const other = await databases.open('other');
    await loadLarge(other.pool, { ...plan, seed: 2 });
    const requested = await digestOf(pool);
    expect(await digestOf(again.pool)).toBe(requested);
    expect(await digestOf(other.pool)).not.toBe(requested);
  });

  test('rejects an issuer ID in use and leaves the books unchanged', async () => {
    const before = await digestOf(pool);
    await expect(loadLarge(pool, plan)).rejects.toThrow('There is already an issuer 5001.');
    expect(await digestOf(pool)).toBe(before);
  });
});

/** The query plans of the statements that a read sends. */
async function plansOf(read: (db: Db) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const client = await pool.connect();
  // The embedded server's setting, whatever server the tests run on (docs/operations.md, "Starting").
  await client.query('set random_page_cost = 1.1');
  const explaining = {
    async query(sent: string | { text: string; values: unknown[] }, given: unknown[] = []) {
      const { text, values } = typeof sent === 'string' ? { text: sent, values: given } : sent;
      const { rows } = await client.query(`explain ${text}`, values);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return client.query(text, values);
    },
  };
  await read(explaining as unknown as Db).finally(() => client.release(true));
  return plans.join('\n');
}

/** Tables that grow with the register; the page index of so few accounts fits into one block. */
const growing =
  /Seq Scan on (certificate|account|holder|holder_address|account_word|txn|control_entry|class_day)\b/;

describe('frequent reads use an index', () => {
  const page = { start: 0, rows: 50 };
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['the issuer', (db) => findIssuer(db, { customerId: plan.issuer })],
    ['its classes', (db) => classesOf(db, issuer.id, today)],
    ['totals of today', (db) => registerTotals(db, registerMemory(), issuer, today)],
    ['totals of the past', (db) => registerTotals(db, registerMemory(), issuer, '2020-05-05')],
    ['the first page of the cap table', (db) => capTablePage(db, registerMemory(), issuer, today, page)],
    [
      'a page deep in the cap table',
      (db) => capTablePage(db, registerMemory(), issuer, today, { start: 1800, rows: 50 }),
    ],
    ['the first page of the holders', (db) => holderPage(db, registerMemory(), issuer, today, page)],
    [
      'a page deep in the holders',
      (db) => holderPage(db, registerMemory(), issuer, today, { start: 1800, rows: 50 }),
    ],
    ['the certificates of a page', (db) => certificatesOf(db, issuer.id, today, [100_100n, 100_101n])],
    ['one account', (db) => accountHoldings(db, issuer.id, today, 'L5001-0000777')],
    [
      'one holder',
      (db) => holdersWithShares(db, issuer.id, today, { customerId: 'L5001-0000777', id: undefined }),
    ],
    ...['smith', 'smith, j', 'john trust', 'L5001-00007', 'no such holder'].map(
      (text): [string, (db: Db) => Promise<unknown>] => [
        `a search of ${text}`,
        (db) => findHolders(db, { issuerId: issuer.id, day: today, text, limit: 20 }),
      ],
    ),
    ...['BE-700', '700', '500100000700'].flatMap((text): [string, (db: Db) => Promise<unknown>][] => {
      const of = { issuerId: 0n, day: today, typed: typedNumber(text)!, limit: 20 };
      return [
        [`certificates ${text}`, (db) => findCertificates(db, { ...of, issuerId: issuer.id })],
        [`transactions ${text}`, (db) => findTransactions(db, { ...of, issuerId: issuer.id })],
      ];
    }),
  ])('%s', async (_what, read) => {
    expect(await plansOf(read)).not.toMatch(growing);
  });
});

/** Rows of both kinds of pages at many offsets, compared with the same rows cut out of the whole list. */
async function expectPagesInPlace(cutoff: string): Promise<void> {
  const now = (await findIssuer(pool, { customerId: plan.issuer })) as Issuer;
  const memory = registerMemory();
  const all = { start: 0, rows: 10_000 };
  const positions = await capTablePage(pool, memory, now, cutoff, all);
  const holders = await holderPage(pool, memory, now, cutoff, all);
  const totals = await registerTotals(pool, memory, now, cutoff);
  expect([BigInt(positions.length), BigInt(holders.length)]).toEqual([totals.positions, totals.holders]);
  for (const start of [
    0,
    199,
    201,
    640,
    1111,
    positions.length - 7,
    positions.length - 1,
    positions.length,
  ]) {
    const of = { start, rows: 9 };
    expect(await capTablePage(pool, memory, now, cutoff, of)).toEqual(positions.slice(start, start + 9));
    expect(await holderPage(pool, memory, now, cutoff, of)).toEqual(holders.slice(start, start + 9));
  }
}

const requested = { clientId: 'test', at: '2026-11-20T15:00:00Z' };
const home = { address1: '1 ELM ST', city: 'DOVER', state: 'DE', postalCode: '19901', country2Code: 'US' };
const by = { email: 'a@b.example', firstName: 'A', lastName: 'B' };

describe('pages and counts', () => {
  test('pages are correct, today and in the past', async () => {
    await expectPagesInPlace(today);
    await expectPagesInPlace('2021-02-03');
  });

  test('also after holders were added and renamed', async () => {
    const [common] = await classesOf(pool, issuer.id, today);
    // Three hundred accounts with one name make the page index split their range.
    const { rows } = await pool.query(
      'select customer_id, name, sort_name from holder order by id offset 500 limit 300',
    );
    for (const one of rows.slice(0, 5)) {
      await withTransaction(pool, (tx) =>
        createOrUpdateHolder(
          tx,
          {
            ...{ customerId: one.customer_id, name: one.name, sortName: `AAA ${one.sort_name}`, by },
            ...{ primaryTaxId: null, primaryTaxIdType: '', primaryPayeeName: null, primary: home },
          },
          requested,
          () => undefined,
        ),
      );
    }
    await withTransaction(pool, async (tx) => {
      const held = await tx.query(
        'select holder_id from account where issuer_id = $1 order by 1 offset 1500',
        [issuer.id],
      );
      await issue(tx, {
        issuerId: issuer.id,
        classId: common!.id,
        lines: held.rows.map((row) => ({ holderId: row.holder_id, shares: 3n })),
        entry: {
          receivedOn: '2023-01-03',
          effectiveOn: '2023-01-03',
          completedOn: today,
          processedAt: '2026-11-20T16:00:00Z',
          authority: 'Board resolution',
          subKind: 'Stock award',
        },
      });
    });
    expect(await proof(pool)).toEqual([]);
    await expectPagesInPlace(today);
    await expectPagesInPlace('2023-01-03');
  });

  test('the migration counts existing rows as the operations count new ones', async () => {
    const counted = `select 'c' as what, class_id::text as a, day::text as b, holders_delta, restricted_holders_delta,
                            free_holders_delta from class_day
                     union all select 'i', '', day::text, holders_delta, positions_delta, 0 from issuer_day
                      where holders_delta <> 0 or positions_delta <> 0 order by 1, 2, 3`;
    const before = await pool.query(counted);
    await pool.query(
      'update class_day set holders_delta = 0, restricted_holders_delta = 0, free_holders_delta = 0',
    );
    await pool.query('delete from issuer_day');
    await pool.query('delete from page_mark');
    const file = new URL('../../registry/db/migrations/0008_maintained_counts.sql', import.meta.url);
    const backfills = readFileSync(file, 'utf8')
      .split(/^-- ;;$/m)
      .filter((part) => part.includes('insert into'));
    expect(backfills).toHaveLength(4);
    for (const part of backfills) await pool.query(part);
    expect((await pool.query(counted)).rows).toEqual(before.rows);
    expect(await proof(pool)).toEqual([]);
    await expectPagesInPlace(today);
  });

  test('the migration adds up holdings of existing rows as the operations maintain them', async () => {
    const held = 'select class_id, holder_id, shares from holding where shares > 0 order by 1, 2';
    const before = await pool.query(held);
    expect(before.rows.length).toBeGreaterThan(1000);
    await pool.query('delete from holding');
    const file = new URL('../../registry/db/migrations/0035_holdings.sql', import.meta.url);
    const [, backfill] = readFileSync(file, 'utf8').split(/^-- ;;$/m);
    await pool.query(backfill!);
    expect((await pool.query(held)).rows).toEqual(before.rows);
    expect(await proof(pool)).toEqual([]);
  });

  test('the migration sums unissued shares of existing rows as the operations maintain them', async () => {
    const retained = 'select id, unissued from security_class order by id';
    const before = await pool.query(retained);
    expect(before.rows.map((row) => row.unissued > 0n)).toEqual([true, true]);
    await pool.query('update security_class set unissued = 0');
    const file = new URL('../../registry/db/migrations/0009_unissued.sql', import.meta.url);
    const [, backfill] = readFileSync(file, 'utf8').split(/^-- ;;$/m);
    await pool.query(backfill!);
    expect((await pool.query(retained)).rows).toEqual(before.rows);
  });

  test('available shares are looked up, not summed over the days of the class', async () => {
    const from = (db: Db) => changesFrom(db as unknown as Tx, issuer.id, today);
    expect(await plansOf(from)).not.toMatch(growing);
    expect(await plansOf(from)).toMatch(/Index.* on class_day[\s\S]*day >= /);
    expect(await from(pool as unknown as Db)).toEqual([]);
  });

  test('the work list of one issuer is read in index order, and counted once per version', async () => {
    const memory = registerMemory();
    const selection = { kind: '', status: 'All', sortBy: 'ReceivedDate', start: 0, rows: 50 } as const;
    const pageOf = (db: Db, issuers: { id: bigint; version: bigint }[], descending: boolean) =>
      statusPage(db, memory, { ...selection, issuers, descending });
    const now = (await findIssuer(pool, { customerId: plan.issuer })) as Issuer;
    for (const descending of [true, false]) {
      const first = await pageOf(pool, [now], descending);
      const plans = await plansOf((db) => pageOf(db, [now], descending));
      expect(plans).toMatch(/Index Scan.* using txn_received/);
      expect(plans).not.toMatch(/Aggregate|\bSeq Scan/);
      // With several issuers named, a sort returns the same rows.
      expect(await pageOf(pool, [now, { id: 0n, version: 0n }], descending)).toEqual(first);
    }
    const { rows } = await pool.query('select count(*) as n from txn where issuer_id = $1', [now.id]);
    expect((await pageOf(pool, [now], true)).total).toBe(rows[0].n);
    const later = { ...now, version: now.version + 1n };
    expect(await plansOf((db) => pageOf(db, [later], true))).toMatch(/Aggregate/);
  });
});
