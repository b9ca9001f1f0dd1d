// Changes of holdings between the closes of two days: the largest of each class, and the totals of all.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from './holder-name.ts';

/** Accounts that changed in one way, and the shares that they gained or lost together. */
type Counted = { accounts: bigint; shares: bigint };

export type ClassChanges = {
  opened: Counted;
  closed: Counted;
  increased: Counted;
  decreased: Counted;
  /** The largest first; ties by sort name, then account. */
  largest: { holder: HolderName; before: bigint; after: bigint }[];
};

type ChangeRow = HolderRow & {
  class_id: bigint;
  before: bigint;
  after: bigint;
  opened: bigint;
  opened_shares: bigint;
  closed: bigint;
  closed_shares: bigint;
  increased: bigint;
  increased_shares: bigint;
  decreased: bigint;
  decreased_shares: bigint;
};

/** From the close of one day to the close of another. */
export type ChangePeriod = { opening: CalendarDate; closing: CalendarDate };

/**
 * The changes of each class with changes, without treasury. Read from the transactions of the period, so that the time
 * grows with what moved and not with the size of the register.
 */
export async function largestChanges(
  db: Db,
  issuerId: bigint,
  { opening, closing }: ChangePeriod,
  count: number,
): Promise<ReadonlyMap<bigint, ClassChanges>> {
  const { rows } = await db.query<ChangeRow>(changesText, [issuerId, opening, closing, count]);
  const classes = new Map<bigint, ClassChanges>();
  for (const row of rows) {
    const one = classes.get(row.class_id) ?? {
      opened: { accounts: row.opened, shares: row.opened_shares },
      closed: { accounts: row.closed, shares: row.closed_shares },
      increased: { accounts: row.increased, shares: row.increased_shares },
      decreased: { accounts: row.decreased, shares: row.decreased_shares },
      largest: [],
    };
    classes.set(row.class_id, one);
    one.largest.push({ holder: toHolderName(row), before: row.before, after: row.after });
  }
  return classes;
}

const counted = (name: string, when: string) => `
         count(*) filter (where ${when}) as ${name},
         coalesce(sum(abs(delta)) filter (where ${when}), 0)::bigint as ${name}_shares`;

/**
 * An account that gained shares was opened unless it held some on the first day; one that lost shares was closed unless it
 * holds some on the last day. Shares and names are read only of accounts among the largest. `offset 0` makes each join a
 * look-up: the planner expects most certificates to be of these transactions and would read them all.
 */
const changesText = `
  with txns as (
    select id from txn
     where issuer_id = $1 and status = 'Completed' and effective_on > $2 and effective_on <= $3),
  moved as (
    select c.holder_id, c.class_id, c.shares as delta
      from txns t
     cross join lateral (select * from certificate
                          where issuer_id = $1 and issued_txn = t.id and not is_treasury offset 0) as c
    union all
    select c.holder_id, c.class_id, -c.shares
      from txns t
     cross join lateral (select * from certificate
                          where issuer_id = $1 and canceled_txn = t.id and not is_treasury offset 0) as c),
  net as materialized (
    select holder_id, class_id, sum(delta)::bigint as delta from moved
     group by holder_id, class_id having sum(delta) <> 0),
  changed as materialized (
    select n.holder_id, n.class_id, n.delta,
           exists (select 1 from certificate c
                    where c.issuer_id = $1 and c.holder_id = n.holder_id and c.class_id = n.class_id
                      and c.issued_on <= d.day and c.canceled_on > d.day and not c.is_treasury) as is_kept
      from net n
     cross join lateral (select case when n.delta > 0 then $2::date else $3::date end as day) as d),
  totals as (
    select class_id,${[
      counted('opened', 'delta > 0 and not is_kept'),
      counted('closed', 'delta < 0 and not is_kept'),
      counted('increased', 'delta > 0 and is_kept'),
      counted('decreased', 'delta < 0 and is_kept'),
    ].join(',')}
      from changed group by class_id),
  candidate as (
    select *, rank() over (partition by class_id order by abs(delta) desc) as place from changed),
  ranked as (
    select c.*, row_number() over (partition by c.class_id
                                   order by abs(c.delta) desc, a.sort_key, c.holder_id) as rank
      from candidate c
     cross join lateral (select sort_key from account
                          where issuer_id = $1 and holder_id = c.holder_id offset 0) as a
     where c.place <= $4)
  select ${holderColumns}, held.shares - r.delta as before, held.shares as after, t.*
    from ranked r
    join totals t on t.class_id = r.class_id
   cross join lateral (select * from holder where id = r.holder_id offset 0) as h
   cross join lateral (select coalesce(sum(c.shares), 0)::bigint as shares from certificate c
                        where c.issuer_id = $1 and c.holder_id = r.holder_id and c.class_id = r.class_id
                          and c.issued_on <= $3 and c.canceled_on > $3 and not c.is_treasury) as held
   where r.rank <= $4
   order by r.class_id, r.rank`;
