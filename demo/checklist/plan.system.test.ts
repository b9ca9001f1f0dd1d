import { expect, test } from 'vitest';
import { businessDaysBetween, isBusinessDay } from '#lib/format/business-days';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

const purchases = `
  select c.holder_id, t.effective_on as day, c.shares, l.cost_per_share as price, l.total_cost as cost, l.shares as lot_shares,
         (select p.amount from price p where p.issuer_id = c.issuer_id and p.class_id = c.class_id and p.day <= t.effective_on
           order by p.day desc limit 1) as market
    from txn t join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id
    join issuer i on i.id = t.issuer_id
    left join tax_lot l on l.issuer_id = c.issuer_id and l.certificate_id = c.id
   where i.customer_id = 1008 and t.sub_kind = 'Reinvestment plan'`;

const reinvested = `
  select d.id, d.payable_on, p.holder_id, p.net from dividend_payment p
    join dividend d on d.issuer_id = p.issuer_id and d.id = p.dividend_id
   where p.method = 'Reinvest'`;

test('of each member, dividends reinvested are the cost of the shares bought and the cash left', async () => {
  const [row] = await request<{ members: number; bought: number; wrong: number; tooMuch: number }>(
    `select count(*)::int as members, count(*) filter (where b.cost > 0)::int as bought,
            count(*) filter (where coalesce(r.net, 0) <> coalesce(b.cost, 0) + m.cash_balance)::int as wrong,
            count(*) filter (where m.cash_balance >= 40)::int as "tooMuch"
       from plan_member m
       left join (select holder_id, sum(net) as net from (${reinvested}) as r group by 1) as r using (holder_id)
       left join (select holder_id, sum(cost) as cost from (${purchases}) as b group by 1) as b using (holder_id)`,
  );
  expect(row!.members).toBe(1497);
  expect(row!.bought).toBeGreaterThan(1000);
  expect(row).toMatchObject({ wrong: 0, tooMuch: 0 });
});

test('whole shares are bought at the price of the day, and each has its lot', async () => {
  const rows = await request(
    `select * from (${purchases}) as b where price is distinct from market or cost is distinct from shares * price or lot_shares <> shares`,
  );
  expect(rows).toEqual([]);
});

test('purchases follow each payment within five business days, on business days', async () => {
  const days = await request<{ day: string; payable: string | null }>(
    `select b.day, (select max(payable_on) from (${reinvested}) as r where r.payable_on < b.day) as payable
       from (select distinct day from (${purchases}) as p) as b order by 1`,
  );
  const payments = await request<{ payable_on: string }>(
    `select distinct payable_on from (${reinvested}) as r`,
  );
  expect(payments).toHaveLength(7);
  expect(new Set(days.map(({ payable }) => payable)).size).toBe(7);
  for (const { day, payable } of days) {
    expect(isBusinessDay(day), day).toBe(true);
    expect(businessDaysBetween(payable!, day), day).toBeLessThanOrEqual(5);
  }
});

test('the company buys back what the plan issued', async () => {
  const [row] = await request<{ issued: string; bought: string }>(
    `select (select sum(shares) from (${purchases}) as b)::text as issued,
            (select sum(c.shares) from txn t join issuer i on i.id = t.issuer_id
               join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id and c.is_treasury
              where i.customer_id = 1008 and t.sub_kind = 'Repurchase' and t.effective_on >= '2023-01-01')::text as bought`,
  );
  expect(row!.issued).toBe(row!.bought);
});
