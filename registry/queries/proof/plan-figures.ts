// Figures of reinvestment plans, for the proof.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

export type PlanRow = {
  class_id: bigint;
  reinvested: string;
  invested: string;
  cash: string;
  awaited: string;
  members_differing: bigint;
};

/**
 * The reinvestment plan of each class on the current day, in dollars: what members reinvested, what their plan shares
 * cost, and the cash they have left. A dividend payable on or after `recentFrom` may still await its purchase: `awaited`
 * is what members have reinvested of such dividends and not yet invested. The cash of an earlier day is not stored.
 * A register that was brought in has no rows: what members bought before is not known.
 */
export async function planFigures(db: Db, issuerId: bigint, recentFrom: CalendarDate): Promise<PlanRow[]> {
  const { rows } = await db.query<PlanRow>(
    `with paid as (
       select d.class_id, y.holder_id, sum(y.net) as net,
              sum(case when d.payable_on >= $2 then y.net else 0 end) as recent
         from dividend d join dividend_payment y on y.issuer_id = $1 and y.dividend_id = d.id
        where d.issuer_id = $1 and d.status = 'Paid' and y.method = 'Reinvest'
        group by d.class_id, y.holder_id),
     bought as (
       select c.class_id, c.holder_id, sum(l.total_cost) as cost
         from txn t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id
         join tax_lot l on l.issuer_id = $1 and l.certificate_id = c.id
        where t.issuer_id = $1 and t.kind = 'N' and t.sub_kind = 'Reinvestment plan'
        group by c.class_id, c.holder_id),
     member as (
       select m.class_id, coalesce(p.net, 0) as net, coalesce(p.recent, 0) as recent, coalesce(b.cost, 0) as cost,
              m.cash_balance as cash, coalesce(p.net, 0) - coalesce(b.cost, 0) - m.cash_balance as gap
         from plan_member m
         left join paid p on p.class_id = m.class_id and p.holder_id = m.holder_id
         left join bought b on b.class_id = m.class_id and b.holder_id = m.holder_id
        where m.issuer_id = $1 and (select i.books_from from issuer i where i.id = $1) is null)
     select class_id, sum(net)::text as reinvested, sum(cost)::text as invested, sum(cash)::text as cash,
            sum(case when gap between 0 and recent then gap else 0 end)::text as awaited,
            count(*) filter (where gap not between 0 and recent) as members_differing
       from member group by class_id order by class_id`,
    [issuerId, recentFrom],
  );
  return rows;
}
