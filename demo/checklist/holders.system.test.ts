import { expect, test } from 'vitest';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

test('outside counsel and auditor have addresses, domains and telephones of their own', async () => {
  const rows = await request<{ role: string; n: number }>(
    `select c.role, count(*)::int as n from contact c join issuer i on i.id = c.issuer_id
      where c.role in ('Counsel', 'Auditor') and position(i.address1 in c.address) = 0
        and split_part(c.email, '@', 2) <> split_part(i.email, '@', 2)
        and not exists (select 1 from contact o where o.issuer_id = c.issuer_id and o.id <> c.id
                           and (o.phone = c.phone or o.address = c.address))
      group by c.role order by c.role`,
  );
  expect(rows).toEqual([
    { role: 'Auditor', n: 9 },
    { role: 'Counsel', n: 9 },
  ]);
});

test('no list of holders begins with a name that is a formula or a sign', async () => {
  const rows = await request<{ first: string }>(
    `select distinct on (a.issuer_id) h.sort_name as first from account a join holder h on h.id = a.holder_id
      order by a.issuer_id, a.sort_key, a.holder_id`,
  );
  expect(rows).toHaveLength(8);
  for (const { first } of rows) expect(first).toMatch(/^[A-Z]+/);
  const kept = await request(`select distinct sort_name from holder where name = '=HYPERLINK("x")'`);
  expect(kept).toHaveLength(1);
});

test('no trust was made after its first share', async () => {
  const rows = await request<{ n: number; late: number }>(
    `select count(*)::int as n, count(*) filter (where to_date(right(h.name3, 10), 'MM/DD/YYYY') > f.first)::int as late
       from holder h join (select holder_id, min(issued_on) as first from certificate group by 1) as f on f.holder_id = h.id
      where h.name3 like 'UA DTD %'`,
  );
  expect(rows[0]!.n).toBeGreaterThan(1000);
  expect(rows[0]!.late).toBe(0);
});

test('shares pass by death from people alone', async () => {
  const rows = await request<{ type: string }>(
    `select distinct h.account_type as type from txn t
       join certificate c on c.issuer_id = t.issuer_id and c.canceled_txn = t.id join holder h on h.id = c.holder_id
      where t.sub_kind = 'Death transfer' and t.status = 'Completed'`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { type } of rows) expect(type).not.toMatch(/Corporation|Partnership|Schools|Trust|Plan401K/);
});

const returned = `
  select i.customer_id::int as issuer, a.holder_id, h.bad_address_since as flagged, h.lost_since as lost, h.bad_address_reason,
         (select min(c.issued_on) from certificate c where c.issuer_id = a.issuer_id and c.holder_id = a.holder_id) as first,
         (select e.remitted_on from escheat e where e.issuer_id = a.issuer_id and e.holder_id = a.holder_id) as remitted
    from account a join issuer i on i.id = a.issuer_id join holder h on h.id = a.holder_id
   where h.bad_address_since is not null`;

test('no address is flagged, and no holder lost, before the first share', async () => {
  const [row] = await request<{ n: number; early: number }>(
    `select count(*)::int as n, count(*) filter (where first is null or least(flagged, lost) <= first)::int as early
       from (${returned}) as r`,
  );
  expect(row!.n).toBeGreaterThan(600);
  expect(row!.early).toBe(0);
});

test('accounts remitted to a state were lost for three years', async () => {
  const [row] = await request<{ n: number; early: number }>(
    `select count(*)::int as n, count(*) filter (where lost is null or remitted < lost + interval '3 years')::int as early
       from (${returned}) as r where remitted is not null`,
  );
  expect(row).toEqual({ n: 35, early: 0 });
});

test('mail that came back is mail that the issuer sends', async () => {
  const rows = await request(
    `select distinct r.issuer, r.bad_address_reason from (${returned}) as r join issuer i on i.customer_id = r.issuer
      where (r.bad_address_reason = 'Dividend check returned'
              and not exists (select 1 from dividend d where d.issuer_id = i.id and d.kind <> 'Stock'))
         or (r.bad_address_reason = 'Proxy card returned' and not exists (select 1 from proxy p where p.issuer_id = i.id))`,
  );
  expect(rows).toEqual([]);
});
