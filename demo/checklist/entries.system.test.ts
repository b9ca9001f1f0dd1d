import { expect, test } from 'vitest';
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
