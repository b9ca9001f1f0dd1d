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
