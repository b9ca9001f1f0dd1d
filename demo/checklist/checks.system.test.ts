import { expect, test } from 'vitest';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

/** Checks of dividends by the years since their payment, on the last day of the demo, of issuers the agent still has. */
const byAge = `
  select case when d.payable_on > '2026-08-20' then 'fresh' when d.payable_on > '2025-11-20' then 'months'
              when d.payable_on > '2025-05-20' then 'years' when d.payable_on > '2023-10-30' then 'stopped' else 'dormant' end as age,
         p.method, p.state, count(*)::int as n
    from dividend_payment p join dividend d on d.issuer_id = p.issuer_id and d.id = p.dividend_id
    join issuer i on i.id = p.issuer_id and i.inactive_on is null
   where p.method in ('Check', 'Held') group by 1, 2, 3`;

test('the older the checks, the fewer are outstanding; then they are stopped, and after three years remitted', async () => {
  const rows = await request<{ age: string; share: number; open: number; held: number; remitted: number }>(
    `select age, (100.0 * sum(n) filter (where state = 'Outstanding') / sum(n))::float as share,
            coalesce(sum(n) filter (where state in ('Outstanding', 'Held')), 0)::int as open,
            coalesce(sum(n) filter (where state = 'Held'), 0)::int as held,
            coalesce(sum(n) filter (where state = 'Remitted'), 0)::int as remitted
       from (${byAge}) as a where method = 'Check' or age = 'dormant' group by age`,
  );
  const of = (age: string) => rows.find((row) => row.age === age)!;
  expect(of('fresh').share).toBeGreaterThan(1.5);
  expect(of('fresh').share).toBeLessThan(5);
  expect(of('months').share).toBeGreaterThan(1.5);
  expect(of('months').share).toBeLessThan(3.5);
  expect(of('years').share).toBeGreaterThan(0.3);
  expect(of('years').share).toBeLessThan(1.5);
  // No check is outstanding for longer than a year and a half; the dollars are held.
  expect(of('stopped').share).toBeNull();
  expect(of('stopped').held).toBeGreaterThan(20);
  expect(of('dormant')).toMatchObject({ share: null, open: 0 });
  expect(of('dormant').remitted).toBeGreaterThan(100);
  expect(rows.filter(({ age, remitted }) => age !== 'dormant' && remitted > 0)).toEqual([]);
});
