import { expect, test } from 'vitest';
import { demoLastDay } from '../demo.ts';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

/** Net shares that each deposit and withdrawal moved, and each legend removal set free. */
const moved = `
  select i.customer_id::int as issuer, t.id, t.effective_on as day, t.sub_kind,
         abs(coalesce(sum(c.shares) filter (where c.issued_txn = t.id and (h.is_nominee or t.sub_kind = 'Legend removal'
                                                                           and c.restriction = 'N')), 0)
           - coalesce(sum(c.shares) filter (where c.canceled_txn = t.id and h.is_nominee), 0)) as shares
    from txn t join issuer i on i.id = t.issuer_id
    join certificate c on c.issuer_id = t.issuer_id and (c.issued_txn = t.id or c.canceled_txn = t.id)
    join holder h on h.id = c.holder_id
   where t.received_on >= '2023-01-01' and t.sub_kind in ('Depository deposit', 'Depository withdrawal', 'Legend removal')
   group by 1, 2, 3, 4, t.issuer_id`;

test('the last weeks move no more shares at once than the years before', async () => {
  const rows = await request<{ issuer: number; what: string; before: string; last: string }>(
    `select issuer, case when sub_kind = 'Legend removal' then 'legends' else 'depository' end as what,
            max(shares) filter (where day < '2026-10-01') as before, max(shares) filter (where day >= '2026-10-01') as last
       from (${moved}) as m where issuer in (1001, 1005) group by 1, 2 order by 1, 2`,
  );
  expect(rows).toHaveLength(4);
  for (const { issuer, what, before, last } of rows)
    expect(Number(last), `${issuer} ${what}`).toBeLessThanOrEqual(Number(before));
});

test('reserves follow a resolution each autumn, none by a few shares', async () => {
  const rows = await request<{ issuer: number; years: number[]; least: number }>(
    `select i.customer_id::int as issuer, array_agg(extract(year from r.effective_on)::int order by r.effective_on) as years,
            min(abs(r.delta))::int as least
       from reserve_change r join issuer i on i.id = r.issuer_id
      where r.txn_id is null and r.authority like 'Board resolution: reserve restored%' group by 1 order by 1`,
  );
  expect(rows.map(({ issuer, years }) => [issuer, years])).toEqual(
    [1001, 1003, 1005, 1008].map((issuer) => [issuer, [2023, 2024, 2025, 2026]]),
  );
  for (const { issuer, least } of rows) expect(least, `${issuer}`).toBeGreaterThan(1000);
});

test('the last weeks are as busy as any: shares change hands, not only their form', async () => {
  const rows = await request<{ issuer: number; class: string; other: number }>(
    `select issuer, class, count(*) filter (where sub_kind not in ('Consolidation', 'Split-up', 'Form change'))::int as other
       from (select i.customer_id::int as issuer, k.name as class, t.sub_kind,
                    row_number() over (partition by k.issuer_id, k.id order by t.completed_on desc, t.id desc) as place
               from txn t join issuer i on i.id = t.issuer_id
               join lateral (select class_id from certificate c where c.issuer_id = t.issuer_id and c.issued_txn = t.id limit 1) c
                 on true
               join security_class k on k.issuer_id = t.issuer_id and k.id = c.class_id
              where t.kind = 'T' and t.status = 'Completed' and t.completed_on <= '${demoLastDay}') as l
      where place <= 14 and issuer in (1001, 1004, 1005, 1008, 1009) and class like '%Common%' group by 1, 2 order by 1`,
  );
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(row.other, `${row.issuer} ${row.class}`).toBeGreaterThan(4);
});

test('restricted shares of a listed company differ at each year end', async () => {
  const rows = await request<{ restricted: string }>(
    `select sum(d.restricted_delta) as restricted
       from unnest(array['2022-12-31', '2023-12-31', '2024-12-31', '2025-12-31']::date[]) as e (day)
       join class_day d on d.day <= e.day join issuer i on i.id = d.issuer_id where i.customer_id = 1001 group by e.day`,
  );
  expect(new Set(rows.map(({ restricted }) => restricted)).size).toBe(4);
});

// Insiders of the other issuers hold through trusts, which exercise and forfeit as well.
test('options are exercised, and shares forfeited, by individuals', async () => {
  const rows = await request(
    `select distinct i.customer_id::int as issuer, h.account_type, t.sub_kind from txn t join issuer i on i.id = t.issuer_id
       join certificate c on c.issuer_id = t.issuer_id and t.id in (c.issued_txn, c.canceled_txn)
       join holder h on h.id = c.holder_id
      where (t.sub_kind = 'Option exercise' and i.customer_id in (1003, 1005)
             or t.sub_kind = 'Forfeiture' and i.customer_id = 1005)
        and c.restriction in ('N', 'R') and h.account_type <> 'Individual'`,
  );
  expect(rows).toEqual([]);
});

test('shares are redeemed after the vote on the extension', async () => {
  const rows = await request<{ year: string; first: string }>(
    `select extract(year from t.effective_on)::text as year, min(t.effective_on) as first
       from txn t join issuer i on i.id = t.issuer_id where i.customer_id = 1002 and t.sub_kind = 'Redemption' group by 1 order by 1`,
  );
  expect(rows).toHaveLength(2);
  const [first, second] = rows;
  expect(first!.first > '2025-08-07').toBe(true);
  expect(second!.first > '2026-08-06').toBe(true);
});
