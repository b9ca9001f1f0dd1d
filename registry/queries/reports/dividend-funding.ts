// Plan purchases, plan cash and outstanding checks of a dividend.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** The purchases of plan shares with a dividend: from its payable day until the next one of the class. */
export type PlanWindow = {
  issuerId: bigint;
  dividendId: bigint;
  classId: bigint;
  from: CalendarDate;
  until: CalendarDate;
};

/** The next payable day of a cash dividend of the class; null when none is known. */
export async function nextPayable(
  db: Db,
  issuerId: bigint,
  classId: bigint,
  after: CalendarDate,
): Promise<CalendarDate | null> {
  const { rows } = await db.query<{ day: CalendarDate | null }>(
    `select min(payable_on) as day from dividend
      where issuer_id = $1 and class_id = $2 and kind <> 'Stock' and payable_on > $3`,
    [issuerId, classId, after],
  );
  return rows[0]?.day ?? null;
}

/** True when a payment of the dividend was reinvested. */
export async function hasReinvested(db: Db, issuerId: bigint, dividendId: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from dividend_payment where issuer_id = $1 and dividend_id = $2 and method = 'Reinvest' limit 1`,
    [issuerId, dividendId],
  );
  return rowCount !== 0;
}

/** Plan shares of one transaction; money as exact decimal text. */
export type PlanPurchase = {
  txn_id: bigint;
  customer_id: bigint | null;
  effective_on: CalendarDate;
  accounts: bigint;
  shares: bigint;
  /** Cost of one share to six decimals, and of all. */
  price: string;
  cost: string;
};

/** Certificates that the plan issued to its members, each with its cost. */
const bought = `
  bought as (
    select t.id as txn_id, t.customer_id, t.effective_on, c.holder_id, c.shares,
           (select coalesce(sum(l.total_cost), 0) from tax_lot l
             where l.issuer_id = $1 and l.certificate_id = c.id) as cost
      from txn t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id
     where t.issuer_id = $1 and t.kind = 'N' and t.sub_kind = 'Reinvestment plan' and t.status = 'Completed'
       and c.class_id = $2 and not c.is_treasury)`;

/** Purchases by day and price: one transaction may serve one member or many. */
export async function planPurchases(db: Db, window: PlanWindow): Promise<PlanPurchase[]> {
  const { rows } = await db.query<PlanPurchase>(
    `with ${bought}
     select min(txn_id) as txn_id, min(customer_id) as customer_id, effective_on, count(*) as accounts,
            sum(shares)::bigint as shares, round(cost / shares, 6)::text as price, sum(cost)::text as cost
       from bought where effective_on >= $3 and effective_on < $4
      group by effective_on, round(cost / shares, 6) order by effective_on, round(cost / shares, 6)`,
    [window.issuerId, window.classId, window.from, window.until],
  );
  return rows;
}

/** Dollars of the members of a plan around one dividend, exact decimal text. */
export type PlanCash = {
  members: bigint;
  /** Reinvested of earlier dividends and not invested before the payable day. */
  before: string;
  reinvested: string;
  cost: string;
  after: string;
  /** Members whose purchases cost more than they had. */
  overdrawn: bigint;
  /** What is stored of the members on the current day. */
  stored: string;
};

export async function planCash(db: Db, window: PlanWindow): Promise<PlanCash> {
  const { rows } = await db.query<PlanCash>(
    `with ${bought},
     part as (
       select y.holder_id, case when d.id = $5 then 0 else y.net end as before,
              case when d.id = $5 then y.net else 0 end as reinvested, 0 as cost
         from dividend d join dividend_payment y on y.issuer_id = $1 and y.dividend_id = d.id
        where d.issuer_id = $1 and d.class_id = $2 and d.status = 'Paid' and y.method = 'Reinvest'
          and (d.id = $5 or d.payable_on < $3 or (d.payable_on = $3 and d.id < $5))
       union all
       select holder_id, case when effective_on < $3 then -cost else 0 end, 0,
              case when effective_on >= $3 then cost else 0 end
         from bought where effective_on < $4),
     member as (
       select holder_id, sum(before) as before, sum(reinvested) as reinvested, sum(cost) as cost
         from part group by holder_id)
     select count(*) as members, coalesce(sum(before), 0)::text as before,
            coalesce(sum(reinvested), 0)::text as reinvested, coalesce(sum(cost), 0)::text as cost,
            coalesce(sum(before + reinvested - cost), 0)::text as after,
            count(*) filter (where before + reinvested - cost < 0) as overdrawn,
            (select coalesce(sum(cash_balance), 0)::text from plan_member
              where issuer_id = $1 and class_id = $2) as stored
       from member`,
    [window.issuerId, window.classId, window.from, window.until, window.dividendId],
  );
  const [row] = rows;
  if (!row) throw new Error('A sum has no row.');
  return row;
}

/** Checks of one paid dividend of the class that were not cashed. */
export type OutstandingChecks = {
  dividend_id: bigint;
  payable_on: CalendarDate;
  checks: bigint;
  amount: string;
  /** Of the amount at which a notice is due, and more. */
  to_notify: bigint;
};

export async function outstandingChecks(
  db: Db,
  { issuerId, classId }: Pick<PlanWindow, 'issuerId' | 'classId'>,
  day: CalendarDate,
  noticeFromCents: bigint,
): Promise<OutstandingChecks[]> {
  const { rows } = await db.query<OutstandingChecks>(
    `select d.id as dividend_id, d.payable_on, count(*) as checks, sum(y.net)::text as amount,
            count(*) filter (where y.net * 100 >= $4::bigint) as to_notify
       from dividend d join dividend_payment y on y.issuer_id = $1 and y.dividend_id = d.id
      where d.issuer_id = $1 and d.class_id = $2 and d.status = 'Paid' and d.payable_on <= $3
        and y.method = 'Check' and y.state = 'Outstanding'
      group by d.id, d.payable_on order by d.payable_on desc, d.id desc`,
    [issuerId, classId, day, noticeFromCents],
  );
  return rows;
}
