import { expect, test } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

// The funding of a dividend as a sealed PDF, against the payments in the database.

const registry = registryOfFile();
const read = reportReader(registry);
const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };

const money = (amount: string) =>
  `$${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await registry().database.pool.query(sql, values)).rows as T[];
}

const textOf = async (id: string) =>
  (await read.text('GenerateDividendFunding', { dividendId: Number(id), actor })).replace(/\s+/g, ' ');

/** The latest dividend of an issuer for which a condition on `d` holds. */
async function dividend(issuer: number, condition: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    `select d.id::text from dividend d join issuer i on i.id = d.issuer_id
      where i.customer_id = $1 and ${condition} order by d.payable_on desc limit 1`,
    [issuer],
  );
  if (!found) throw new Error('The demo has no such dividend.');
  return found.id;
}

const reinvests = `d.status = 'Paid' and exists (select 1 from dividend_payment y
  where y.issuer_id = d.issuer_id and y.dividend_id = d.id and y.method = 'Reinvest')`;

test('a dividend with a plan: every use, both wires, the purchases at their prices, and no difference', async () => {
  const id = await dividend(1008, reinvests);
  const text = await textOf(id);
  const [sums] = await rows<Record<string, string>>(
    `select sum(gross)::text as gross, sum(withheld)::text as withheld,
            sum(net) filter (where method = 'Reinvest')::text as reinvested,
            sum(case when method = 'Reinvest' then withheld else gross end)::text as netted
       from dividend_payment where dividend_id = $1`,
    [id],
  );
  for (const [label, amount] of [
    ['The issuer sends: gross of all payments', sums?.gross],
    ['If it keeps reinvested dollars', sums?.netted],
    ['Reinvested of this dividend', sums?.reinvested],
    ['Distribution less gross', '0'],
    ['Gross less total of the uses', '0'],
    ['Difference', '0'],
  ])
    expect(text).toContain(`${label} ${money(amount ?? '')}`);
  const bought = await rows<{ shares: string; cost: string }>(
    `select sum(c.shares)::text as shares, sum(l.total_cost)::text as cost
       from dividend d join txn t on t.issuer_id = d.issuer_id and t.sub_kind = 'Reinvestment plan'
        and t.effective_on >= d.payable_on
       join certificate c on c.issuer_id = t.issuer_id and c.issued_txn = t.id and c.class_id = d.class_id
       join tax_lot l on l.issuer_id = c.issuer_id and l.certificate_id = c.id
      where d.id = $1`,
    [id],
  );
  expect(text).toContain(
    `Total ${Number(bought[0]?.shares).toLocaleString('en-US')} ${money(bought[0]?.cost ?? '')}`,
  );
  expect(text).toContain(`Cash stored today ${/Cash of members after (\S+)/.exec(text)?.[1]}`);
  expect(text).toContain('Members whose shares cost more than they had 0');
  expect(text).toContain('Difference of distribution, payments, withholding and plan: 0');
  expect(text).toContain('Prepared by Robin Okafor, ');
});

test('a changed payment, and a changed cash balance, are differences', async () => {
  const id = await dividend(1008, reinvests);
  const changed = async (change: string, back: string) => {
    await rows(change, [id]);
    try {
      return await textOf(id);
    } finally {
      await rows(back, [id]);
    }
  };
  const one = (sign: string) => `update dividend_payment set gross = gross ${sign} 1 where dividend_id = $1
    and holder_id = (select min(holder_id) from dividend_payment where dividend_id = $1)`;
  const payment = await changed(one('+'), one('-'));
  expect(payment).toContain('Distribution less gross -$1.00');
  expect(payment).toContain('Difference of distribution, payments, withholding and plan: 200');
  const cash = (sign: string) => `update plan_member set cash_balance = cash_balance ${sign} 3
    where (issuer_id, class_id) = (select issuer_id, class_id from dividend where id = $1)
      and holder_id = (select min(holder_id) from plan_member p join dividend d on d.id = $1
        where p.issuer_id = d.issuer_id and p.class_id = d.class_id)`;
  expect(await changed(cash('+'), cash('-'))).toContain(
    'Difference of distribution, payments, withholding and plan: 300',
  );
});

test('checks by age: what is due of each dividend of the class', async () => {
  const id = await dividend(1006, "d.status = 'Paid' and d.kind = 'Cash'");
  // Two checks of each of the last two dividends are not cashed yet.
  const planted = await rows<{ dividend: string; holder: string; net: string }>(
    `select y.dividend_id::text as dividend, y.holder_id::text as holder, y.net::text as net
       from dividend d cross join lateral (select * from dividend_payment y where y.issuer_id = d.issuer_id
              and y.dividend_id = d.id and y.method = 'Check' order by y.holder_id limit 2) as y
      where d.id in ($1::bigint, $1::bigint - 1) order by d.id desc`,
    [id],
  );
  const set = async (state: string) => {
    for (const { dividend, holder } of planted)
      await rows('update dividend_payment set state = $3 where dividend_id = $1 and holder_id = $2', [
        ...[dividend, holder, state],
      ]);
  };
  const sum = (of: typeof planted) => money(`${of.reduce((total, { net }) => total + Number(net), 0)}`);
  await set('Outstanding');
  try {
    const text = await textOf(id);
    expect(text).toContain(
      `600000007 6/1/2026 172 2 ${sum(planted.slice(0, 2))} 2 11/28/2026 12/28/2026 12/1/2026 Payees not unresponsive yet`,
    );
    expect(text).toContain(
      `600000006 12/2/2025 353 2 ${sum(planted.slice(2))} 2 5/31/2026 6/30/2026 6/2/2026 Stale. Unresponsive, day of notice past`,
    );
    expect(text).toContain(`Total 4 ${sum(planted)} 4`);
  } finally {
    await set('Cleared');
  }
});

test('declared: before withholding; the dollars of a stock dividend are its cash in lieu', async () => {
  const declared = await textOf(
    await dividend(1008, "d.status = 'Declared' and d.record_on <= '2026-11-20'"),
  );
  expect(declared).toContain('Declared, not yet paid: amounts before withholding');
  expect(declared).toContain('Distribution less gross $0.00');
  const [stock] = await rows<{ id: string; gross: string }>(
    `select d.id::text, sum(y.gross)::text as gross from dividend d
       join dividend_payment y on y.issuer_id = d.issuer_id and y.dividend_id = d.id
      where d.kind = 'Stock' and d.status = 'Paid' group by d.id limit 1`,
  );
  const text = await textOf(stock?.id ?? '');
  expect(text).toContain(`Of this, cash in lieu of fractions ${money(stock?.gross ?? '')}`);
});

test('is signed; an unknown dividend is not found, and other scopes get nothing', async () => {
  const dividendId = Number(await dividend(1006, "d.status = 'Paid'"));
  const { bytes, name } = await read.file('GenerateDividendFunding', { dividendId, actor });
  expect(name).toBe('DividendFunding_1006_20261120.pdf');
  expect(bytes.toString('latin1')).toContain('/ETSI.CAdES.detached');
  expect((await read.order('GenerateDividendFunding', { dividendId: 1, actor })).status).toBe(404);
  for (const as of ['demo-issuer', 'demo-readonly'] as const)
    expect((await read.order('GenerateDividendFunding', { dividendId, actor }, { as })).status).toBe(403);
});
