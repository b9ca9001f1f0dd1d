// Entries of the control book in a period, and transfers by month.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type SideKey, sides } from '../positions.ts';

/** One entry of the control book; certificates as 'CS-1 to CS-9', one part per prefix. */
export type ControlLine = {
  class_id: bigint;
  effective_on: CalendarDate;
  /** The calendar day of recording in the registry's zone. */
  recorded_on: CalendarDate;
  txn_id: bigint | null;
  customer_id: bigint | null;
  kind: string;
  sub_kind: string | null;
  authority: string;
  note: string;
  authorized_delta: bigint;
  issued_delta: bigint;
  credited_shares: bigint;
  debited_shares: bigint;
  treasury_delta: bigint;
  reserved_delta: bigint;
  certificates_issued: string | null;
  certificates_canceled: string | null;
};

/** A position that was moved is no certificate issued or canceled. */
const isListed = { issued_txn: 'c.movement = 0', canceled_txn: 'not c.is_replaced' } as const;

/** The entries of an issuer effective in a period, both days included, in effective order. */
export async function controlLines(
  db: Db,
  issuerId: bigint,
  from: CalendarDate,
  to: CalendarDate,
  timeZone: string,
): Promise<ControlLine[]> {
  const range = (key: SideKey) => `
    (select string_agg(r.first || case when r.many then ' to ' || r.last else '' end, ', ' order by r.first)
       from (select c.prefix || '-' || min(c.number) as first, c.prefix || '-' || max(c.number) as last,
                    count(*) > 1 as many
               from certificate c
              where c.issuer_id = $1 and c.${key} = e.txn_id and c.class_id = e.class_id and ${isListed[key]}
              group by c.prefix) as r)`;
  const { rows } = await db.query<ControlLine>(
    `select e.class_id, e.effective_on, (e.recorded_at at time zone $4::text)::date as recorded_on, e.txn_id,
            t.customer_id, e.kind, t.sub_kind, e.authority, e.note, e.authorized_delta, e.issued_delta,
            e.credited_shares, e.debited_shares, e.treasury_delta, e.reserved_delta,
            ${range('issued_txn')} as certificates_issued, ${range('canceled_txn')} as certificates_canceled
       from control_entry e
       left join txn t on t.issuer_id = $1 and t.id = e.txn_id
      where e.issuer_id = $1 and e.effective_on between $2 and $3
      order by e.effective_on, e.id`,
    [issuerId, from, to, timeZone],
  );
  return rows;
}

/** A month's transfers, which do not change the control book's balances: items, shares canceled and issued. */
export type TransferMonth = {
  class_id: bigint;
  /** 'yyyy-mm' */
  month: string;
  items: bigint;
  debited: bigint;
  credited: bigint;
};

/** Transfers by class and month of effect, except those with their own control book entry. */
export async function transferMonths(
  db: Db,
  issuerId: bigint,
  from: CalendarDate,
  to: CalendarDate,
): Promise<TransferMonth[]> {
  const side = (key: SideKey) => `
    select t.id, t.effective_on, c.class_id, case when ${sides[key].isIssued} then 0 else ${sides[key].shares} end as debited,
           case when ${sides[key].isIssued} then ${sides[key].shares} else 0 end as credited
      from txn t join certificate c on c.issuer_id = $1 and c.${key} = t.id and ${sides[key].where}
     where t.issuer_id = $1 and t.kind = 'T' and t.status = 'Completed' and t.effective_on between $2 and $3
       and not exists (select 1 from control_entry e where e.issuer_id = $1 and e.txn_id = t.id and e.class_id = c.class_id)`;
  const { rows } = await db.query<TransferMonth>(
    `select class_id, to_char(effective_on, 'YYYY-MM') as month, count(distinct id) as items,
            sum(debited)::bigint as debited, sum(credited)::bigint as credited
       from (${side('canceled_txn')} union all ${side('issued_txn')}) as moved
      group by class_id, to_char(effective_on, 'YYYY-MM')
      order by month, class_id`,
    [issuerId, from, to],
  );
  return rows;
}
