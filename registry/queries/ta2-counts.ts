// Figures that the questions of Form TA-2 count in a period.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import { dayZero, dayZeroBetween, itemOfTxn } from './day-zero.ts';

/** The days a TA-2 covers, both included. */
export type Ta2Period = { from: CalendarDate; to: CalendarDate };

/** A class as questions 5 to 7 of Form TA-2 count it, at the period's end. */
export type Ta2Class = {
  issuer_id: bigint;
  id: bigint;
  name: string;
  code: string;
  is_drs_eligible: boolean;
  has_plan: boolean;
  accounts: bigint;
  /** Accounts with a registered book-entry position, without the nominee's. */
  drs_accounts: bigint;
  plan_accounts: bigint;
};

/** The classes opened by the period's end with their accounts; an account in two classes counts twice. */
export async function ta2Classes(
  db: Db,
  issuerIds: readonly bigint[],
  to: CalendarDate,
): Promise<Ta2Class[]> {
  const { rows } = await db.query<Ta2Class>(
    `with held as (
       select c.issuer_id, c.class_id, c.holder_id, bool_or(c.form = 'BookEntry') as has_book,
              bool_or(h.is_nominee) as is_nominee
         from certificate c join holder h on h.id = c.holder_id
        where c.issuer_id = any($1::bigint[]) and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
        group by c.issuer_id, c.class_id, c.holder_id),
     counted as (
       select issuer_id, class_id, count(*) as accounts, count(*) filter (where has_book and not is_nominee) as book_accounts
         from held group by issuer_id, class_id),
     in_plan as (
       select m.issuer_id, m.class_id, count(*) as accounts
         from plan_member m
         join held on held.issuer_id = m.issuer_id and held.class_id = m.class_id and held.holder_id = m.holder_id
        where m.joined_on <= $2 and (m.left_on is null or m.left_on > $2)
        group by m.issuer_id, m.class_id)
     select k.issuer_id, k.id, k.name, k.code, k.is_drs_eligible, k.has_plan, coalesce(c.accounts, 0) as accounts,
            case when k.is_drs_eligible then coalesce(c.book_accounts, 0) else 0 end as drs_accounts,
            coalesce(p.accounts, 0) as plan_accounts
       from security_class k
       left join counted c on c.issuer_id = k.issuer_id and c.class_id = k.id
       left join in_plan p on p.issuer_id = k.issuer_id and p.class_id = k.id
      where k.issuer_id = any($1::bigint[]) and k.opened_on <= $2
      order by k.issuer_id, k.id`,
    [issuerIds, to],
  );
  return rows;
}

/** Transfers, conversions and retirements presented in the period, whatever their result (question 4a). */
export async function ta2Items(
  db: Db,
  issuerIds: readonly bigint[],
  period: Ta2Period,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await db.query<{ issuer_id: bigint; items: bigint }>(
    `select issuer_id, count(*) as items from txn
      where issuer_id = any($1::bigint[]) and received_on between $2 and $3
        and kind in ('T', 'C', 'R') and is_presented
      group by issuer_id`,
    [issuerIds, period.from, period.to],
  );
  return new Map(rows.map((row) => [row.issuer_id, row.items]));
}

/** A routine item that was not withdrawn, counted from day 0; `done_on` is null while it is pending. */
export type RoutineItem = {
  counted_from: CalendarDate;
  done_on: CalendarDate | null;
  effective_on: CalendarDate | null;
};

/** The routine items of which day 0 is in the period, each with the day it was transferred or rejected (question 9). */
export async function ta2RoutineItems(
  db: Db,
  issuerIds: readonly bigint[],
  period: Ta2Period,
): Promise<RoutineItem[]> {
  const { rows } = await db.query<RoutineItem>(
    `select ${dayZero} as counted_from, coalesce(t.completed_on, r.rejected_on) as done_on, t.effective_on
       from txn t left join rejection r on r.issuer_id = t.issuer_id and r.txn_id = t.id ${itemOfTxn}
      where t.issuer_id = any($1::bigint[]) and ${dayZeroBetween('$2', '$3')}
        and t.kind = 'T' and t.is_routine and t.is_presented and t.status <> 'Canceled'`,
    [issuerIds, period.from, period.to],
  );
  return rows;
}

/** Open differences older than 30 days at the period's end; market value is decimal text (question 8). */
export type AgedDifferences = { by_prior_agent: boolean; issues: bigint; market_value: string };

export async function ta2Differences(
  db: Db,
  issuerIds: readonly bigint[],
  to: CalendarDate,
  existedBefore: CalendarDate,
): Promise<AgedDifferences[]> {
  const { rows } = await db.query<AgedDifferences>(
    `select d.by_prior_agent, count(distinct d.class_id) as issues,
            coalesce(sum(abs(d.shares) * (select p.amount from price p
                                           where p.issuer_id = d.issuer_id and p.class_id = d.class_id and p.day <= $2
                                           order by p.day desc limit 1)), 0) as market_value
       from record_difference d
      where d.issuer_id = any($1::bigint[]) and d.opened_on <= $2 and coalesce(d.existed_since, d.opened_on) < $3 and (d.resolved_on is null or d.resolved_on > $2)
      group by d.by_prior_agent`,
    [issuerIds, to, existedBefore],
  );
  return rows;
}

export type LostSearch = { searched_on: CalendarDate; submitted: number; found: number };

/** The agent's database searches for lost holders in the period; a search covers all issuers (question 11a). */
export async function ta2Searches(db: Db, period: Ta2Period): Promise<LostSearch[]> {
  const { rows } = await db.query<LostSearch>(
    'select searched_on, submitted, found from lost_search where searched_on between $1 and $2 order by searched_on, id',
    [period.from, period.to],
  );
  return rows;
}

/** Accounts of lost holders remitted to states in the period, without those that a correction reversed (question 11b). */
export async function ta2Remitted(db: Db, issuerIds: readonly bigint[], period: Ta2Period): Promise<bigint> {
  const { rows } = await db.query<{ remitted: bigint }>(
    `select count(*) as remitted from escheat e
      where e.issuer_id = any($1::bigint[]) and e.remitted_on between $2 and $3
        and not exists (select 1 from txn r where r.issuer_id = e.issuer_id and r.reverses_txn = e.txn_id)`,
    [issuerIds, period.from, period.to],
  );
  return rows[0]?.remitted ?? 0n;
}

/** For accounts with outstanding shares whose holder is lost at the period's end: the day since when. */
export async function ta2LostSince(
  db: Db,
  issuerIds: readonly bigint[],
  to: CalendarDate,
): Promise<CalendarDate[]> {
  const { rows } = await db.query<{ lost_since: CalendarDate }>(
    `select h.lost_since from account a join holder h on h.id = a.holder_id
      where a.issuer_id = any($1::bigint[]) and h.lost_since <= $2
        and exists (select 1 from certificate c
                     where c.issuer_id = a.issuer_id and c.holder_id = a.holder_id
                       and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury)`,
    [issuerIds, to],
  );
  return rows.map((row) => row.lost_since);
}
