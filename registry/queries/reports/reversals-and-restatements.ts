// Reversals in a period, and transactions that changed its opening afterwards.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import type { RollPeriod } from './roll-forward.ts';

/** A completed reversal and what it reverses; numbers are those of the journal. */
export type ReversalRow = {
  id: bigint;
  number: bigint;
  effective_on: CalendarDate;
  reversed_id: bigint;
  reversed_number: bigint;
  reversed_on: CalendarDate;
};

/** Reversals of which either side takes effect in the period, at most `limit`. */
export async function reversalsIn(
  db: Db,
  { issuerId, opening, closing }: RollPeriod,
  limit: number,
): Promise<ReversalRow[]> {
  const { rows } = await db.query<ReversalRow>(
    `select r.id, coalesce(r.customer_id, r.id) as number, r.effective_on,
            o.id as reversed_id, coalesce(o.customer_id, o.id) as reversed_number, o.effective_on as reversed_on
       from txn r join txn o on o.issuer_id = $1 and o.id = r.reverses_txn
      where r.issuer_id = $1 and r.status = 'Completed'
        and (r.effective_on > $2 and r.effective_on <= $3 or o.effective_on > $2 and o.effective_on <= $3)
      order by r.effective_on, r.id limit $4`,
    [issuerId, opening, closing, limit],
  );
  return rows;
}

/** A transaction posted after the opening day that takes effect on or before it, and what it moved in one class. */
export type RestatementRow = {
  id: bigint;
  number: bigint;
  kind: string;
  effective_on: CalendarDate;
  /** The calendar day of posting in the registry's zone. */
  processed_on: CalendarDate;
  class_id: bigint;
  /** Net of outstanding shares: 0 for a transfer, which changes the openings of its accounts only. */
  net: bigint;
  /** Accounts whose opening it changed. */
  accounts: bigint;
};

/** What restated the opening of a period after its day, by class, at most `limit` rows. */
export async function restatementsOf(
  db: Db,
  { issuerId, opening }: Pick<RollPeriod, 'issuerId' | 'opening'>,
  timeZone: string,
  limit: number,
): Promise<RestatementRow[]> {
  const { rows } = await db.query<RestatementRow>(
    `with late as (
       select id, customer_id, kind, effective_on, (processed_at at time zone $3::text)::date as processed_on
         from txn where issuer_id = $1 and status = 'Completed' and effective_on <= $2
          and (processed_at at time zone $3::text)::date > $2),
     line as (
       select t.id, c.class_id, c.holder_id, c.is_treasury, c.shares as delta
         from late t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id
       union all
       select t.id, c.class_id, c.holder_id, c.is_treasury, -c.shares
         from late t join certificate c on c.issuer_id = $1 and c.canceled_txn = t.id),
     net as (
       select id, class_id, holder_id, is_treasury, sum(delta)::bigint as shares
         from line group by id, class_id, holder_id, is_treasury having sum(delta) <> 0)
     select t.id, coalesce(t.customer_id, t.id) as number, t.kind, t.effective_on, t.processed_on, n.class_id,
            coalesce(sum(n.shares) filter (where not n.is_treasury), 0)::bigint as net,
            count(*) filter (where not n.is_treasury) as accounts
       from late t join net n on n.id = t.id
      group by t.id, t.customer_id, t.kind, t.effective_on, t.processed_on, n.class_id
      order by n.class_id, t.effective_on, t.id limit $4`,
    [issuerId, opening, timeZone, limit],
  );
  return rows;
}
