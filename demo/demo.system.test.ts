import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { turnaroundMonths } from '#registry/operations/parts/ta2/model';
import { ta2RoutineItems } from '#registry/queries/ta2-counts';
import { demoLastDay } from './demo.ts';
import { type Loader, positions, startLoader } from './load-for-tests.ts';

let loader: Loader;
let pool: Pool;

beforeAll(async () => {
  loader = await startLoader();
  pool = await loader.load('registry');
}, 240_000);

afterAll(() => loader?.close());

async function request<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query(text, values)).rows as Row[];
}

/**
 * Issuer, class, authorized (null: unlimited), issued, treasury, outstanding, nominee, reserved, holders,
 * restricted.
 */
type Line = [number, string, number | null, number, number, number, number, number, number, number];

const targets: Line[] = [
  [1001, 'Common Stock', 100_000_000, 38_412_650, 612_650, 37_800_000, 33_264_000, 4_150_000, 1412, 544_320],
  [1002, 'Class A Ordinary Shares', 200_000_000, 7_992_883, 0, 7_992_883, -1, 13_230_000, 9, 585_000],
  [1002, 'Class B Ordinary Shares', 20_000_000, 4_312_500, 0, 4_312_500, 0, 0, 6, 4_312_500],
  [1002, 'Units', null, 0, 0, 0, 0, 0, 0, 0],
  [1002, 'Warrants', null, 8_917_500, 0, 8_917_500, -1, 0, 8, 292_500],
  [1003, 'Common Stock', 60_000_000, 11_480_000, 0, 11_480_000, 0, 26_950_000, 46, 11_480_000],
  [1003, 'Series A Preferred Stock', 5_000_000, 4_000_000, 0, 4_000_000, 0, 0, 21, 4_000_000],
  [1003, 'Series B Preferred Stock', 8_000_000, 6_400_000, 0, 6_400_000, 0, 0, 17, 6_400_000],
  [1003, 'Series C Preferred Stock', 12_000_000, 9_500_000, 0, 9_500_000, 0, 0, 9, 9_500_000],
  [1004, 'Class A Common Stock', 50_000_000, 3_874_212, 0, 3_874_212, 0, 250_000, 20_480, 0],
  [1005, 'Common Stock', 500_000_000, 16_575_000, 0, 16_575_000, 10_608_000, 1_800_000, 2210, 5_489_640],
  [1005, 'Warrants', null, 1_500_000, 0, 1_500_000, 0, 0, 41, 1_500_000],
  [1006, 'Membership Interests', null, 4_210_000, 0, 4_210_000, 0, 0, 118, 4_210_000],
  [1006, '7.5% Debentures', 15_000_000, 12_400_000, 0, 12_400_000, 0, 0, 64, 0],
  [1007, 'Common Stock', 25_000_000, 0, 0, 0, 0, 0, 0, 0],
  [1008, 'Common Stock', 10_000_000, 3_118_440, 41_200, 3_077_240, 1_446_303, 150_000, 3940, 48_928],
  [1008, 'Perpetual Preferred Stock', 1_000_000, 120_000, 0, 120_000, 0, 0, 212, 0],
  [1009, 'Common Shares', 75_000_000, 6_220_500, 0, 6_220_500, 0, 0, 1105, 0],
  [1009, '6% Bonds', 25_000_000, 18_750_000, 0, 18_750_000, 0, 0, 340, 0],
];

describe('target balances', () => {
  test.each(targets)('%i %s', async (...line) => {
    const [issuer, name, authorized, issued, treasury, outstanding, nominee, reserved, holders, restricted] =
      line;
    const [row] = await request<Record<string, number | boolean>>(
      `select k.is_unlimited,
              (select coalesce(sum(delta), 0)::int from authorized_change a
                where a.issuer_id = k.issuer_id and a.class_id = k.id) as authorized,
              (select coalesce(sum(delta), 0)::int from reserve_change r
                where r.issuer_id = k.issuer_id and r.class_id = k.id) as reserved,
              (select coalesce(sum(outstanding_delta + treasury_delta), 0)::int from class_day d
                where d.issuer_id = k.issuer_id and d.class_id = k.id) as issued, p.*
         from security_class k join issuer i on i.id = k.issuer_id
         cross join lateral (
           select coalesce(sum(shares) filter (where is_treasury), 0)::int as treasury,
                  coalesce(sum(shares) filter (where not is_treasury), 0)::int as outstanding,
                  coalesce(sum(shares) filter (where is_nominee), 0)::int as nominee,
                  coalesce(sum(shares) filter (where restriction <> 'N' and not is_treasury), 0)::int as restricted,
                  count(distinct holder_id) filter (where not is_treasury)::int as holders
             from (${positions}) as p where p.customer_id = i.customer_id and p.class = k.name) as p
        where i.customer_id = $1 and k.name = $2`,
      [issuer, name],
    );
    expect(row).toEqual({
      is_unlimited: authorized === null,
      authorized: authorized ?? 0,
      reserved,
      issued,
      treasury,
      outstanding,
      nominee: nominee === -1 ? expect.any(Number) : nominee,
      restricted,
      holders,
    });
  });

  test('the restrictions of 1001 and 1005', async () => {
    const rows = await request(
      `select customer_id::int as issuer, restriction, sum(shares)::int as shares from (${positions}) as p
        where customer_id in (1001, 1005) and class = 'Common Stock' and restriction <> 'N' group by 1, 2 order by 1, 2`,
    );
    expect(rows).toEqual([
      { issuer: 1001, restriction: 'A', shares: 408_240 },
      { issuer: 1001, restriction: 'R', shares: 136_080 },
      { issuer: 1005, restriction: 'A', shares: 1_014_390 },
      { issuer: 1005, restriction: 'O', shares: 119_340 },
      { issuer: 1005, restriction: 'R', shares: 3_639_870 },
      { issuer: 1005, restriction: 'S', shares: 716_040 },
    ]);
  });

  test('1005 before its reverse split', async () => {
    const [row] = await request<{ before: number; after: number; holders: number }>(
      `select sum(shares) filter (where issued_on <= '2025-03-16' and canceled_on > '2025-03-16')::int as before,
              sum(shares) filter (where issued_on <= '2025-03-17' and canceled_on > '2025-03-17')::int as after,
              count(distinct holder_id) filter (where issued_on <= '2025-03-17' and canceled_on > '2025-03-17')::int
                as holders
         from certificate c join issuer i on i.id = c.issuer_id and i.customer_id = 1005
         join security_class k on k.issuer_id = c.issuer_id and k.id = c.class_id and k.code = 'C'`,
    );
    expect(row!.before).toBe(412_337_918);
    expect(row!.after).toBeGreaterThanOrEqual(16_493_517);
    expect(row!.after).toBeLessThanOrEqual(16_493_517 + row!.holders);
  });
});

type Kinds = Record<string, number>;
/** Received per full year. N at issuer 1004 are eighteen closings in total; T at 1009 has no target. */
const perYear: [number, number, Kinds][] = [2023, 2024, 2025].flatMap((year): [number, number, Kinds][] => [
  [1001, year, { T: 430 }],
  [1005, year, { T: 380 }],
  [1006, year, { T: 22 }],
  [1008, year, { T: 310 }],
  [1003, year, { T: 8 }],
]);

describe('transactions', () => {
  test.each(perYear)('%i received in %i', async (issuer, year, kinds) => {
    const rows = await request<{ kind: string; n: number }>(
      `select t.kind, count(*)::int as n from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = $1 and extract(year from t.received_on) = $2 group by t.kind`,
      [issuer, year],
    );
    const found = Object.fromEntries(rows.map((row) => [row.kind, row.n]));
    for (const [kind, n] of Object.entries(kinds)) expect(found[kind], kind).toBe(n);
  });

  test('issuances, conversions and retirements a year', async () => {
    const rows = await request<{ issuer: number; kind: string; yearly: number }>(
      `select i.customer_id::int as issuer, t.kind, round(count(*) / 3.8)::int as yearly
         from txn t join issuer i on i.id = t.issuer_id
        where t.received_on >= '2023-01-01' and t.kind in ('N', 'C', 'R') group by 1, 2`,
    );
    const yearly = (issuer: number, kind: string) =>
      rows.find((row) => row.issuer === issuer && row.kind === kind)?.yearly ?? 0;
    const requested: [number, string, number][] = [
      [1001, 'N', 14],
      [1001, 'R', 2],
      [1003, 'N', 22],
      [1003, 'C', 3],
      [1003, 'R', 1],
      [1004, 'R', 15],
      [1005, 'N', 46],
      [1005, 'C', 35],
      [1005, 'R', 6],
      [1006, 'N', 9],
      [1006, 'R', 2],
      [1008, 'N', 6],
      [1008, 'R', 4],
    ];
    for (const [issuer, kind, n] of requested) {
      expect(
        Math.abs(yearly(issuer, kind) - n),
        `${issuer} ${kind} ${yearly(issuer, kind)}`,
      ).toBeLessThanOrEqual(1);
    }
  });

  test('1004 had eighteen closings of about 1,100 certificates', async () => {
    const rows = await request<{ n: number }>(
      `select count(*)::int as n from certificate c join txn t on t.issuer_id = c.issuer_id and t.id = c.issued_txn
         join issuer i on i.id = c.issuer_id where i.customer_id = 1004 and t.kind = 'N' group by t.id`,
    );
    expect(rows).toHaveLength(18);
    for (const { n } of rows) expect(Math.abs(n - 1130)).toBeLessThan(60);
  });

  test('statuses: 93 % Completed, 4 % Rejected, 2 % Canceled, Pending only lately', async () => {
    const rows = await request<{ status: string; share: number; oldest: string }>(
      `select status, (100.0 * count(*) / sum(count(*)) over ())::float as share, min(received_on) as oldest
         from txn where received_on >= '2023-01-01' group by status`,
    );
    const share = (status: string) => rows.find((row) => row.status === status)!.share;
    expect(share('Completed')).toBeCloseTo(93.5, 0);
    expect(share('Rejected')).toBeCloseTo(4, 0);
    expect(share('Canceled')).toBeCloseTo(2, 0);
    expect(rows.find((row) => row.status === 'Pending')!.oldest >= '2026-10-21').toBe(true);
  });

  test('rejections: 60 medallion to 40 depository, and some of neither', async () => {
    const [row] = await request<{ medallion: number; dtc: number; other: number }>(
      `select count(*) filter (where kind = 'Medallion')::int as medallion, count(*) filter (where kind = 'DTC')::int as dtc,
              count(*) filter (where kind = 'Other')::int as other from rejection`,
    );
    expect(row!.medallion / (row!.medallion + row!.dtc)).toBeCloseTo(0.6, 1);
    expect(row!.other).toBeGreaterThan(0);
  });

  test('turnaround: August 2025 is the one month that fails, pending items counted', async () => {
    const ids = (await request<{ id: bigint }>('select id from issuer')).map(({ id }) => id);
    const period = { from: '2023-01-01', to: demoLastDay };
    // Also two months later: pending items must not make the last month fail as time passes.
    for (const today of [demoLastDay, '2027-01-20']) {
      const months = turnaroundMonths(await ta2RoutineItems(pool, ids, period), period, today);
      expect(months.filter((month) => !month.compliant).map(({ month }) => month)).toEqual(['2025-08']);
      expect(months.find(({ month }) => month === '2025-08')!.percent).toBeCloseTo(82, -1);
    }
  });

  test('the queue has pending items of the last days and some that wait for weeks', async () => {
    const [row] = await request<{ pending: number; oldest: string; latest: string }>(
      `select count(*)::int as pending, min(received_on) as oldest, max(received_on) as latest
         from txn where status = 'Pending' and kind = 'T'`,
    );
    expect(row!.pending).toBeGreaterThanOrEqual(10);
    expect(row!.oldest <= '2026-11-05').toBe(true);
    expect(row!.latest >= '2026-11-12').toBe(true);
  });
});
