import { describe, expect, test } from 'vitest';
import { participants } from '../words/participants.ts';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

/** Dollars up to which a medallion prefix guarantees. */
const limits = `(values ('F', 100000), ('E', 100000), ('D', 250000), ('C', 500000), ('B', 750000), ('A', 1000000),
  ('X', 2000000), ('Y', 5000000), ('Z', 10000000)) as l (prefix, most)`;

const rejections = `
  select i.customer_id::int as issuer, r.*, t.received_on, t.presentor, t.sub_kind,
         (select p.amount from price p where p.issuer_id = r.issuer_id and p.class_id = r.class_id
             and p.day <= t.received_on order by p.day desc limit 1) as price
    from rejection r join issuer i on i.id = r.issuer_id join txn t on t.issuer_id = r.issuer_id and t.id = r.txn_id`;

describe('rejections', () => {
  test('have the value of their shares at the price of the day', async () => {
    const rows = await request<{ n: number; wrong: number }>(
      `select count(*)::int as n, count(*) filter (where value is distinct from round(shares * price, 2))::int as wrong
         from (${rejections}) as r where price is not null and reason_code <> 'D01'`,
    );
    expect(rows[0]!.n).toBeGreaterThan(200);
    expect(rows[0]!.wrong).toBe(0);
  });

  test('have no value where the class has no price', async () => {
    const rows = await request<{ n: number; valued: number }>(
      `select count(*)::int as n, count(value)::int as valued from (${rejections}) as r where price is null`,
    );
    expect(rows[0]!.n).toBeGreaterThan(10);
    expect(rows[0]!.valued).toBe(0);
  });

  test('for a guarantee that is too low name a prefix whose limit is below the value, others one that covers it', async () => {
    const rows = await request<{ low: boolean; n: number; wrong: number }>(
      `select r.reason_code = 'M02' as low, count(*)::int as n,
              count(*) filter (where (l.most < r.value) <> (r.reason_code = 'M02'))::int as wrong
         from (${rejections}) as r join ${limits} on l.prefix = r.medallion_prefix group by 1 order by 1`,
    );
    expect(rows.map(({ low, wrong }) => [low, wrong])).toEqual([
      [false, 0],
      [true, 0],
    ]);
    expect(rows[1]!.n).toBeGreaterThan(15);
  });

  test('present what the holder held then', async () => {
    const rows = await request(
      `select r.issuer, r.id, r.shares, r.certificates, sum(c.shares) as held from (${rejections}) as r
         join certificate c on c.issuer_id = r.issuer_id and c.holder_id = r.holder_id and c.class_id = r.class_id
          and c.prefix || '-' || c.number = any(string_to_array(r.certificates, ', '))
        where r.certificates <> '' group by 1, 2, 3, 4 having sum(c.shares) <> r.shares`,
    );
    expect(rows).toEqual([]);
  });

  test('for an insufficient balance are rare, and ask for more than the nominee had', async () => {
    const rows = await request<{ more: boolean; certificates: string; value: string | null }>(
      `select r.shares > (select sum(c.shares) from certificate c join holder h on h.id = c.holder_id and h.is_nominee
                           where c.issuer_id = r.issuer_id and c.class_id = r.class_id and c.issued_on <= r.received_on
                             and c.canceled_on > r.received_on) as more, r.certificates, r.value
         from (${rejections}) as r where r.reason_code = 'D01'`,
    );
    expect(rows).toEqual([{ more: true, certificates: '', value: null }]);
  });
});

describe('presentors', () => {
  test('of rejected items have one address and participant number each', async () => {
    const rows = await request<{ name: string; addresses: number; numbers: string[] }>(
      `select presentor_name as name, count(distinct presentor_address)::int as addresses,
              array_agg(distinct participant_number) filter (where kind = 'DTC') as numbers
         from (${rejections}) as r group by 1 having count(*) > 1`,
    );
    const numberOf = new Map(participants.map(({ name, participant }) => [name, participant]));
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, addresses, numbers } of rows) {
      expect(addresses, name).toBe(1);
      if (numbers) expect(numbers, name).toEqual([numberOf.get(name)]);
    }
    const wrong =
      await request(`select name, kind from (select presentor_name as name, kind, presentor from (${rejections}) as r) as p
      where name <> presentor or name in ('', 'HOLDER')`);
    expect(wrong).toEqual([]);
  });

  test('vary: many brokers, none leading everywhere, and holders under their own names', async () => {
    const rows = await request<{
      issuer: number;
      firms: number;
      top: number;
      leader: string;
      holders: number;
    }>(
      `select issuer, count(*) filter (where is_firm)::int as firms, (100 * max(n) filter (where is_firm) / sum(n))::int as top,
              (array_agg(presentor order by n desc) filter (where is_firm))[1] as leader,
              count(*) filter (where not is_firm)::int as holders
         from (select i.customer_id::int as issuer, t.presentor, count(*) as n,
                      t.presentor in (${participants.map(({ name }) => `'${name}'`).join(', ')}) as is_firm
                 from txn t join issuer i on i.id = t.issuer_id
                where t.kind = 'T' and t.is_presented and i.customer_id in (1001, 1004, 1005, 1008)
                group by 1, 2) as p group by issuer order by issuer`,
    );
    for (const { issuer, firms, top, holders } of rows) {
      expect(firms, `${issuer}`).toBeGreaterThan(20);
      expect(top, `${issuer}`).toBeLessThan(25);
      expect(holders, `${issuer}`).toBeGreaterThan(100);
    }
    expect(new Set(rows.map(({ leader }) => leader)).size).toBe(4);
    const nameless = await request(
      `select kind, sub_kind, presentor from txn where kind in ('T', 'C', 'R') and is_presented and presentor in ('', 'HOLDER')`,
    );
    expect(nameless).toEqual([]);
  });
});
