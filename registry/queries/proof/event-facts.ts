// Frozen lists of meetings and dividends against the register of their record date, for the proof.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

export type ListRow = {
  kind: 'Meeting' | 'Dividend';
  title: string;
  class_id: bigint;
  record_on: CalendarDate;
  recorded: bigint;
  register: bigint;
  holders_differing: bigint;
  stated: string | null;
  paid: string | null;
  settled: string | null;
  stated_shares: bigint | null;
};

/**
 * Shares a holder had at a record date, as known when the list was frozen: entries posted later do not change what was
 * frozen. A stock dividend effective on its own record date belongs to it only when posted before.
 */
const known = (source: string) => `
  select s.id, c.holder_id, sum(c.shares) as shares
    from ${source} s
    join certificate c on c.issuer_id = $1 and c.class_id = s.class_id and not c.is_treasury and c.issued_on <= s.record_on
    join txn i on i.issuer_id = $1 and i.id = c.issued_txn and i.processed_at <= s.frozen_at
    left join txn x on x.issuer_id = $1 and x.id = c.canceled_txn
   where s.issuer_id = $1 and s.frozen_at is not null and s.record_on <= $2
     and (c.canceled_on > s.record_on or x.processed_at > s.frozen_at)
     and (i.kind <> 'D' or i.effective_on < s.record_on or i.processed_at < s.frozen_at)
   group by s.id, c.holder_id`;

const compared = (source: string, list: string, key: string) => `
  select coalesce(k.id, e.id) as id, sum(coalesce(e.shares, 0))::bigint as recorded,
         sum(coalesce(k.shares, 0))::bigint as register,
         count(*) filter (where coalesce(e.shares, 0) <> coalesce(k.shares, 0)) as holders_differing
    from (${known(source)}) as k
    full join (select l.${key} as id, l.holder_id, l.shares
                 from ${list} l join ${source} s on s.issuer_id = $1 and s.id = l.${key}
                where l.issuer_id = $1 and s.record_on <= $2) as e
      on e.id = k.id and e.holder_id = k.holder_id
   group by coalesce(k.id, e.id)`;

/** Every frozen list with a record date up to a day, against the register of its date; latest first. */
export async function recordDateLists(db: Db, issuerId: bigint, day: CalendarDate): Promise<ListRow[]> {
  const { rows } = await db.query<ListRow>(
    `select 'Meeting' as kind, p.title, p.class_id, p.record_on, e.recorded, e.register, e.holders_differing,
            null as stated, null as paid, null as settled, null::bigint as stated_shares
       from proxy p join (${compared('proxy', 'proxy_entitlement', 'proxy_id')}) as e on e.id = p.id
      where p.issuer_id = $1
     union all
     select 'Dividend', d.kind || ' dividend', d.class_id, d.record_on, e.recorded, e.register, e.holders_differing,
            case when d.status = 'Paid' then d.distribution::text end,
            case when d.status = 'Paid'
                 then (select case when d.kind = 'Stock' then sum(y.new_shares)::text else sum(y.gross)::text end
                         from dividend_payment y where y.issuer_id = $1 and y.dividend_id = d.id) end,
            case when d.status = 'Paid' and d.kind <> 'Stock'
                 then (select sum(y.net + y.withheld)::text
                         from dividend_payment y where y.issuer_id = $1 and y.dividend_id = d.id) end,
            case when d.status = 'Paid' then d.outstanding end
       from dividend d join (${compared('dividend', 'dividend_payment', 'dividend_id')}) as e on e.id = d.id
      where d.issuer_id = $1
      order by record_on desc, kind, title`,
    [issuerId, day],
  );
  return rows;
}

export type PendingRow = { id: bigint; customer_id: bigint | null; effective_on: CalendarDate };

/**
 * What is authorized and not posted although its day has passed: instructed issuances, and items of the work queue that
 * are ready to be posted.
 */
export async function authorizedUnposted(db: Db, issuerId: bigint, day: CalendarDate): Promise<PendingRow[]> {
  const { rows } = await db.query<PendingRow>(
    `select t.id, t.customer_id, t.effective_on
       from txn t left join item i on i.issuer_id = $1 and i.txn_id = t.id
      where t.issuer_id = $1 and t.status = 'Pending' and t.effective_on < $2
        and ((i.id is null and t.kind = 'N') or i.stage = 'Ready')
      order by t.effective_on, t.id limit 1000`,
    [issuerId, day],
  );
  return rows;
}
