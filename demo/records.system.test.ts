import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '#registry/ledger/invariants/run';
import { demoLastDay, loadDemo } from './demo.ts';
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

describe('holders and records', () => {
  const groups: Record<string, string[]> = {
    individual: ['Individual'],
    joint: ['JointTenant', 'JointWithRightOfSurvivorship', 'TenantsInCommon', 'CommunityProperty'],
    trust: ['Trust'],
    minor: ['CustodyForAMinor'],
    retirement: ['IRA', 'RothIRA', 'SimplifiedEmployeePension', 'Plan401K'],
    company: ['Corporation', 'Partnership'],
    tod: ['TransferOnDeath'],
  };
  /** Percent of accounts, in the order of `groups`. */
  const mixes: [number, number[]][] = [
    [1001, [52, 21, 9, 5, 4, 6, 1]],
    [1004, [61, 14, 6, 2, 14, 2, 0.7]],
    [1005, [58, 18, 5, 2, 3, 11, 1]],
    [1008, [44, 30, 11, 6, 3, 3, 1.5]],
  ];

  test.each(mixes)('holder mix of %i', async (issuer, percents) => {
    const rows = await request<{ account_type: string; share: number }>(
      `select account_type, (100.0 * count(*) / sum(count(*)) over ())::float as share
         from (select distinct holder_id, account_type from (${positions}) as p
                where customer_id = $1 and class like '%Common%') as h group by account_type`,
      [issuer],
    );
    Object.values(groups).forEach((types, index) => {
      const share = rows
        .filter((row) => types.includes(row.account_type))
        .reduce((sum, row) => sum + row.share, 0);
      expect(Math.abs(share - percents[index]!), `${types[0]} ${share}`).toBeLessThan(2.6);
    });
  });

  test('unclaimed property accounts of states', async () => {
    const rows = await request<{ issuer: number; n: number }>(
      `select customer_id::int as issuer, count(distinct holder_id)::int as n from (${positions}) as p
        where account_type = 'UnclaimedProperty' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { issuer: 1001, n: 6 },
      { issuer: 1005, n: 4 },
      { issuer: 1008, n: 14 },
    ]);
  });

  test('bad addresses', async () => {
    const rows = await request<{ issuer: number; bad: number }>(
      `select customer_id::int as issuer, count(distinct holder_id) filter (where bad_address_since is not null)::int as bad
         from (${positions}) as p where customer_id in (1001, 1003, 1004, 1008) group by 1 order by 1`,
    );
    // 1.4 % of 1,412; none; 2.3 % of 20,480; 2.6 % of 3,940.
    expect(rows.map((row) => row.bad)).toEqual([20, 0, 471, 102]);
  });

  test('1004: median 120 shares, mean 189, all book entry', async () => {
    const [row] = await request<{ median: number; mean: number; paper: number }>(
      `select percentile_disc(0.5) within group (order by shares)::int as median, round(avg(shares))::int as mean,
              (select count(*)::int from certificate c join issuer i on i.id = c.issuer_id
                where i.customer_id = 1004 and form <> 'BookEntry') as paper
         from (select holder_id, sum(shares) as shares from (${positions}) as p where customer_id = 1004
                group by holder_id) as h`,
    );
    expect(row!.median).toBeGreaterThanOrEqual(116);
    expect(row!.median).toBeLessThanOrEqual(124);
    expect(row).toMatchObject({ mean: 189, paper: 0 });
  });

  test('active stops', async () => {
    const rows = await request(
      `select i.customer_id::int as issuer, s.kind, count(*)::int as n from stop s join issuer i on i.id = s.issuer_id
        where s.released_on is null group by 1, 2 order by 1, 2`,
    );
    expect(rows).toEqual([
      { issuer: 1005, kind: 'Post-split certificate not surrendered', n: 18 },
      { issuer: 1008, kind: 'Adverse claim', n: 1 },
      { issuer: 1008, kind: 'Court order or levy', n: 1 },
      { issuer: 1008, kind: 'Deceased - documents required', n: 7 },
      { issuer: 1008, kind: 'Lost, stolen or not received', n: 11 },
    ]);
  });

  test('record differences, all at 1005', async () => {
    const rows = await request(
      `select i.customer_id::int as issuer, d.shares::int, d.opened_on, d.resolved_on
         from record_difference d join issuer i on i.id = d.issuer_id order by d.opened_on`,
    );
    expect(rows).toEqual([
      { issuer: 1005, shares: 75, opened_on: '2025-05-06', resolved_on: '2025-05-18' },
      { issuer: 1005, shares: 200, opened_on: '2025-11-14', resolved_on: '2026-01-20' },
      { issuer: 1005, shares: 40, opened_on: '2026-10-30', resolved_on: null },
    ]);
  });

  test('dividends', async () => {
    const rows = await request(
      `select i.customer_id::int as issuer, d.kind, d.status, count(*)::int as n from dividend d
         join issuer i on i.id = d.issuer_id where i.customer_id in (1001, 1004, 1008) group by 1, 2, 3 order by 1, 2, 3`,
    );
    expect(rows).toEqual([
      { issuer: 1001, kind: 'Cash', status: 'Declared', n: 1 },
      { issuer: 1001, kind: 'Cash', status: 'Paid', n: 15 },
      { issuer: 1001, kind: 'Special Cash', status: 'Paid', n: 1 },
      { issuer: 1004, kind: 'Stock', status: 'Paid', n: 1 },
      { issuer: 1008, kind: 'Cash', status: 'Declared', n: 1 },
      { issuer: 1008, kind: 'Cash', status: 'Paid', n: 22 },
    ]);
    const [next] = await request(
      `select record_on, payable_on, rate from dividend d join issuer i on i.id = d.issuer_id
        where i.customer_id = 1001 and d.status = 'Declared'`,
    );
    expect(next).toEqual({ record_on: '2026-11-30', payable_on: '2026-12-15', rate: '0.12' });
    const [stock] = await request(
      `select payable_on, ratio, fractional_type from dividend d join issuer i on i.id = d.issuer_id
        where i.customer_id = 1004`,
    );
    expect(stock).toEqual({ payable_on: '2025-09-30', ratio: '5%', fractional_type: 'Cash In Lieu' });
  });

  test('proxies', async () => {
    const rows = await request<{ issuer: number; status: string; turnout: number; n: number }>(
      `select i.customer_id::int as issuer, p.status, p.quorum_percent, count(*)::int as n,
              round(100 * sum(b.shares) / sum(e.shares))::int as turnout
         from proxy p join issuer i on i.id = p.issuer_id
         left join (select issuer_id, proxy_id, sum(shares) as shares from proxy_entitlement group by 1, 2) as e
           on e.issuer_id = p.issuer_id and e.proxy_id = p.id
         left join (select issuer_id, proxy_id, sum(shares) as shares from proxy_ballot group by 1, 2) as b
           on b.issuer_id = p.issuer_id and b.proxy_id = p.id
        where i.customer_id <> 1002 group by 1, 2, 3 order by 1, 2`,
    );
    expect(rows).toEqual([
      { issuer: 1001, status: 'Canceled', quorum_percent: '50.00', n: 1, turnout: null },
      { issuer: 1001, status: 'Closed', quorum_percent: '50.00', n: 4, turnout: 84 },
      { issuer: 1001, status: 'Pending', quorum_percent: '50.00', n: 1, turnout: null },
      { issuer: 1005, status: 'Closed', quorum_percent: '33.33', n: 4, turnout: 38 },
      { issuer: 1008, status: 'Closed', quorum_percent: '50.00', n: 4, turnout: 71 },
      { issuer: 1008, status: 'Open', quorum_percent: '50.00', n: 1, turnout: expect.any(Number) },
    ]);
    const open = await request(
      `select record_on, mailed_on, meeting_at from proxy where status = 'Open' order by record_on`,
    );
    expect(open).toEqual([
      { record_on: '2026-10-16', mailed_on: '2026-10-30', meeting_at: '12/10/2026 10:00 AM' },
      { record_on: '2026-11-02', mailed_on: '2026-11-10', meeting_at: '12/3/2026 10:00 AM' },
    ]);
  });

  test.each([
    ['a formula as a name, at two issuers', `name = '=HYPERLINK("x")'`, 2],
    ['Cyrillic, Greek, Arabic, Hebrew, Chinese, Japanese', `name ~ '[Ѐ-ӿͰ-Ͽ֐-ۿ一-鿿ァ-ヿ]'`, 26],
    ['accents', `name ~ '[À-ỹ]'`, 24],
    ['apostrophes', `name like '%''%'`, 6],
    ['three lines of more than 90 characters', `name3 <> '' and length(name || name2 || name3) > 90`, 2],
    ['no tax id', `primary_tax_id = ''`, 100],
    ['a Canadian number', `primary_tax_id_type = 'SIN'`, 5],
    ['transfer on death', `account_type = 'TransferOnDeath'`, 20],
    ['a customer key with leading zeros', `customer_id like '00%'`, 100],
  ])('unusual: %s', async (_what, where, atLeast) => {
    const [row] = await request<{ n: number }>(`select count(*)::int as n from holder where ${where}`);
    expect(row!.n).toBeGreaterThanOrEqual(atLeast);
  });

  test.each([
    [
      'one holder at three issuers',
      `select holder_id from account group by holder_id having count(*) = 3`,
      1,
    ],
    [
      'one-share holder',
      `select 1 from (${positions}) as p group by customer_id, class, holder_id having sum(shares) = 1`,
      1,
    ],
    [
      'restricted and free in one account',
      `select 1 from (${positions}) as p where customer_id in (1001, 1005) group by holder_id, class
        having count(distinct restriction = 'N') = 2`,
      2,
    ],
    [
      'only canceled certificates',
      `select holder_id from certificate group by issuer_id, holder_id having max(canceled_on) < '9999-12-31'`,
      50,
    ],
    [
      'forty certificates in one',
      `select 1 from certificate c join txn t on t.issuer_id = c.issuer_id and t.id = c.issued_txn
        where t.kind = 'T' group by t.issuer_id, t.id having count(*) >= 40`,
      1,
    ],
    [
      'back-dated by twenty days',
      `select 1 from txn where (processed_at at time zone 'UTC')::date - effective_on = 20`,
      3,
    ],
    [
      'nine digits before the split',
      `select 1 from certificate where shares between 100000000 and 999999999`,
      1,
    ],
    ['a minor of age', `select 1 from txn where comments = 'Minor attained majority'`, 1],
    [
      'a post-office box and another mailing address',
      `select 1 from holder_address p join holder_address m
        on m.holder_id = p.holder_id and m.kind = 'mailing' where p.kind = 'primary' and p.address1 like 'PO BOX%'`,
      3,
    ],
    [
      'no email and no phone',
      `select 1 from holder_address where kind = 'primary' and email = '' and phone = ''`,
      100,
    ],
    [
      'abroad',
      `select distinct country2_code from holder_address where country2_code in ('CA', 'DE', 'JP', 'GB')`,
      4,
    ],
    [
      'an empty class',
      `select 1 from security_class k where k.name = 'Units'
        and not exists (select 1 from certificate c where c.issuer_id = k.issuer_id and c.class_id = k.id
                         and c.canceled_on = '9999-12-31')`,
      1,
    ],
    ['escheats', 'select 1 from escheat', 30],
    ['searches for lost holders', 'select 1 from lost_search', 8],
    [
      'a pending issuance at 1007',
      `select 1 from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1007 and t.status = 'Pending' and t.kind = 'N'`,
      1,
    ],
    [
      'issuers and their status',
      `select 1 from issuer where (customer_id, status) in
        ((1007, 'Pending'), (1009, 'Inactive'), (1001, 'Active'))`,
      3,
    ],
    ['contacts', 'select 1 from contact', 72],
  ])('record: %s', async (_what, text, atLeast) => {
    expect((await request(text)).length).toBeGreaterThanOrEqual(atLeast);
  });

  test('an account opens no later than its first share', async () => {
    const late = await request(
      `select i.customer_id::int as issuer, h.customer_id as account, a.opened_on, min(c.issued_on) as first_share
         from account a join issuer i on i.id = a.issuer_id join holder h on h.id = a.holder_id
         join certificate c on c.issuer_id = a.issuer_id and c.holder_id = a.holder_id
        group by i.customer_id, h.customer_id, a.opened_on having a.opened_on > min(c.issued_on)`,
    );
    expect(late).toEqual([]);
  });

  test('one certificate in twenty and one transaction in five have no customer ID', async () => {
    const [row] = await request<{ certificates: number; transactions: number }>(
      `select (select 100.0 * count(*) filter (where customer_id is null) / count(*) from certificate)::float as certificates,
              (select 100.0 * count(*) filter (where customer_id is null) / count(*) from txn
                where kind not in ('F', 'V', 'D'))::float as transactions`,
    );
    expect(row!.certificates).toBeCloseTo(5, 0);
    expect(row!.transactions).toBeCloseTo(20, 0);
  });

  test('tax IDs are invalid numbers', async () => {
    const rows = await request(
      `select primary_tax_id_type as type, primary_tax_id as id from holder where primary_tax_id <> '' and not case
         primary_tax_id_type when 'SSN' then primary_tax_id ~ '^900(0[1-9]|[1-4][0-9])(?!0000)[0-9]{4}$'
         when 'EIN' then primary_tax_id ~ '^00[0-9]{7}$'
         else primary_tax_id in ('046454286', '012345674', '044556678', '098700123') end`,
    );
    expect(rows).toEqual([]);
  });
});

describe('books', () => {
  test('no invariant is violated', async () => {
    const lines: string[] = [];
    for await (const found of violations(pool))
      lines.push(`${found.invariant} ${found.object}: ${found.sentence}`);
    expect(lines).toEqual([]);
  });

  const cutoffs = [
    '1995-12-31',
    '2022-12-31',
    '2023-06-14',
    '2023-06-15',
    '2024-02-28',
    '2025-03-16',
    '2025-03-17',
    '2025-09-29',
    '2025-09-30',
    '2026-11-20',
  ];

  test.each(cutoffs)('certificates, day totals and control book agree at %s', async (day) => {
    const rows = await request(
      `select i.customer_id, k.name, c.outstanding, c.treasury, c.restricted, d.outstanding as d, b.issued
         from security_class k join issuer i on i.id = k.issuer_id
         cross join lateral (
           select coalesce(sum(shares) filter (where not is_treasury), 0) as outstanding,
                  coalesce(sum(shares) filter (where is_treasury), 0) as treasury,
                  coalesce(sum(shares) filter (where not is_treasury and restriction <> 'N'), 0) as restricted
             from certificate where issuer_id = k.issuer_id and class_id = k.id and issued_on <= $1 and canceled_on > $1) as c
         cross join lateral (
           select coalesce(sum(outstanding_delta), 0) as outstanding, coalesce(sum(treasury_delta), 0) as treasury,
                  coalesce(sum(restricted_delta), 0) as restricted
             from class_day where issuer_id = k.issuer_id and class_id = k.id and day <= $1) as d
         cross join lateral (
           select coalesce(sum(issued_delta), 0) as issued, coalesce(sum(authorized_delta - reserved_delta), 0) as room
             from control_entry where issuer_id = k.issuer_id and class_id = k.id and effective_on <= $1) as b
        where c.outstanding <> d.outstanding or c.treasury <> d.treasury or c.restricted <> d.restricted
           or b.issued <> c.outstanding + c.treasury or (not k.is_unlimited and b.room < b.issued)`,
      [day],
    );
    expect(rows).toEqual([]);
  });

  test('the same data every time, and a second load changes nothing', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    await loadDemo(pool, { lastDay: demoLastDay });
    const second = await loader.load('second');
    expect(await digest(second)).toEqual(await digest(pool));
  });
});

/** One line per table: number of rows and a checksum of their text, without the time of writing. */
async function digest(db: Pool): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not in ('schema_migration', 'demo_state') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const { rows: sums } = await db.query(
      `select count(*)::int as n, coalesce(sum(hashtextextended(t::text, 7)::numeric), 0)::text as sum from ${name} t`,
    );
    found[name] = sums[0];
  }
  return found;
}
