// Figures of each class by certificates, day totals, journal and control book, for the proof.

import type { CalendarDate } from '#lib/format/dates';
import type { RegisterFigures } from '#lib/proof/proof-facts';
import type { Db } from '#registry/db/session';

type ByClass<T> = ReadonlyMap<bigint, T>;

const byClass = <T extends { class_id: bigint }>(rows: readonly T[]): ByClass<Omit<T, 'class_id'>> =>
  new Map(rows.map(({ class_id, ...rest }) => [class_id, rest]));

export const noFigures: RegisterFigures = {
  outstanding: 0n,
  treasury: 0n,
  restricted: 0n,
  certificates: 0n,
  holders: 0n,
};

/** The register by its certificates at the close of a day. */
export async function certificateFigures(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<ByClass<RegisterFigures>> {
  const { rows } = await db.query<RegisterFigures & { class_id: bigint }>(
    `select class_id, sum(outstanding)::bigint as outstanding, sum(treasury)::bigint as treasury,
            sum(restricted)::bigint as restricted, sum(certificates)::bigint as certificates,
            count(*) filter (where certificates > 0) as holders
       from (select class_id, coalesce(sum(shares) filter (where not is_treasury), 0) as outstanding,
                    coalesce(sum(shares) filter (where is_treasury), 0) as treasury,
                    coalesce(sum(shares) filter (where not is_treasury and restriction <> 'N'), 0) as restricted,
                    count(*) filter (where not is_treasury) as certificates
               from certificate where issuer_id = $1 and issued_on <= $2 and canceled_on > $2
              group by class_id, holder_id) as held
      group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}

/** The register by its totals per day. */
export async function dayTotalFigures(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<ByClass<RegisterFigures>> {
  const { rows } = await db.query<RegisterFigures & { class_id: bigint }>(
    `select class_id, sum(outstanding_delta)::bigint as outstanding, sum(treasury_delta)::bigint as treasury,
            sum(restricted_delta)::bigint as restricted, sum(certificates_delta)::bigint as certificates,
            sum(holders_delta)::bigint as holders
       from class_day where issuer_id = $1 and day <= $2 group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}

export type Since = { register: CalendarDate | null; book: CalendarDate | null };

/**
 * The first day on which the running figures of certificates and day totals differ, and of certificates and control
 * book. Holders are compared on the day itself only: their number on every day would need every holding of every day.
 */
export async function differingSince(db: Db, issuerId: bigint, day: CalendarDate): Promise<ByClass<Since>> {
  const { rows } = await db.query<Since & { class_id: bigint }>(
    `with moved as (
       select class_id, issued_on as day, is_treasury, restriction <> 'N' as is_restricted, shares, 1 as certificates
         from certificate where issuer_id = $1 and issued_on <= $2
       union all
       select class_id, canceled_on, is_treasury, restriction <> 'N', -shares, -1
         from certificate where issuer_id = $1 and canceled_on <= $2),
     gaps as (
       select class_id, day,
              sum(case when is_treasury then 0 else shares end) as outstanding,
              sum(case when is_treasury then shares else 0 end) as treasury,
              sum(case when is_treasury or not is_restricted then 0 else shares end) as restricted,
              sum(case when is_treasury then 0 else certificates end) as certificates,
              sum(case when is_treasury then 0 else -shares end) as book,
              sum(case when is_treasury then -shares else 0 end) as book_treasury
         from moved group by class_id, day
       union all
       select class_id, day, -outstanding_delta, -treasury_delta, -restricted_delta, -certificates_delta, 0, 0
         from class_day where issuer_id = $1 and day <= $2
       union all
       select class_id, effective_on, 0, 0, 0, 0, sum(issued_delta - treasury_delta), sum(treasury_delta)
         from control_entry where issuer_id = $1 and effective_on <= $2 group by class_id, effective_on),
     running as (
       select class_id, day, sum(sum(outstanding)) over through as outstanding, sum(sum(treasury)) over through as treasury,
              sum(sum(restricted)) over through as restricted, sum(sum(certificates)) over through as certificates,
              sum(sum(book)) over through as book, sum(sum(book_treasury)) over through as book_treasury
         from gaps group by class_id, day window through as (partition by class_id order by day))
     select class_id,
            min(day) filter (where outstanding <> 0 or treasury <> 0 or restricted <> 0 or certificates <> 0) as register,
            min(day) filter (where book <> 0 or book_treasury <> 0) as book
       from running group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}

export type Journal = {
  issued: bigint;
  outstanding: bigint;
  holders_differing: bigint;
  shares_differing: bigint;
};

/**
 * The net of completed transactions per class, and the holders whose net is not what their certificates say. Lines
 * are rows of the certificates, so this proves that no transaction is missing, not who holds.
 */
export async function journalFigures(db: Db, issuerId: bigint, day: CalendarDate): Promise<ByClass<Journal>> {
  const { rows } = await db.query<Journal & { class_id: bigint }>(
    `with moved as (
       select class_id, holder_id, is_treasury, shares, issued_txn as txn_id
         from certificate where issuer_id = $1 and issued_on <= $2
       union all
       select class_id, holder_id, is_treasury, -shares, canceled_txn
         from certificate where issuer_id = $1 and canceled_on <= $2),
     holdings as (
       select m.class_id, m.holder_id, m.is_treasury, sum(m.shares) as held,
              coalesce(sum(m.shares) filter (where t.status = 'Completed' and t.effective_on <= $2), 0) as moved
         from moved m left join txn t on t.issuer_id = $1 and t.id = m.txn_id
        group by m.class_id, m.holder_id, m.is_treasury)
     select class_id, sum(moved)::bigint as issued,
            coalesce(sum(moved) filter (where not is_treasury), 0)::bigint as outstanding,
            count(*) filter (where held <> moved) as holders_differing,
            coalesce(sum(abs(held - moved)) filter (where held <> moved), 0)::bigint as shares_differing
       from holdings group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}

export type Entries = {
  differing: bigint;
  shares_differing: bigint;
  first_date: CalendarDate | null;
  unbalanced: bigint;
};

/**
 * Completed transactions whose entries in the control book are not what their certificates moved; and those whose net
 * does not fit their type: a transfer moves nothing, an issuance never less, a retirement never more than nothing.
 */
export async function entryFigures(db: Db, issuerId: bigint, day: CalendarDate): Promise<ByClass<Entries>> {
  const { rows } = await db.query<Entries & { class_id: bigint }>(
    `with moved as (
       select txn_id, class_id, sum(shares) as issued, coalesce(sum(shares) filter (where is_treasury), 0) as treasury
         from (select issued_txn as txn_id, class_id, is_treasury, shares from certificate where issuer_id = $1
               union all
               select canceled_txn, class_id, is_treasury, -shares from certificate
                where issuer_id = $1 and canceled_txn is not null) as lines
        group by txn_id, class_id),
     booked as (
       select txn_id, class_id, sum(issued_delta) as issued, sum(treasury_delta) as treasury
         from control_entry where issuer_id = $1 and txn_id is not null group by txn_id, class_id),
     both_books as (
       select coalesce(m.class_id, b.class_id) as class_id, t.effective_on, t.kind, coalesce(m.issued, 0) as net,
              greatest(abs(coalesce(b.issued, 0) - coalesce(m.issued, 0)),
                       abs(coalesce(b.treasury, 0) - coalesce(m.treasury, 0)),
                       abs(coalesce(b.issued, 0) - coalesce(b.treasury, 0) - coalesce(m.issued, 0)
                           + coalesce(m.treasury, 0))) as gap
         from moved m full join booked b on b.txn_id = m.txn_id and b.class_id = m.class_id
         join txn t on t.issuer_id = $1 and t.id = coalesce(m.txn_id, b.txn_id)
        where t.effective_on <= $2)
     select class_id, count(*) filter (where gap <> 0) as differing,
            coalesce(sum(gap), 0)::bigint as shares_differing,
            min(effective_on) filter (where gap <> 0) as first_date,
            count(*) filter (where (kind = 'T' and net <> 0) or (kind = 'N' and net < 0) or (kind = 'R' and net > 0))
              as unbalanced
       from both_books group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}

/** The sum of the recorded changes of authorized shares, per class. */
export async function authorizedChanges(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<ByClass<{ authorized: bigint }>> {
  const { rows } = await db.query<{ class_id: bigint; authorized: bigint }>(
    `select class_id, sum(delta)::bigint as authorized from authorized_change
      where issuer_id = $1 and effective_on <= $2 group by class_id`,
    [issuerId, day],
  );
  return byClass(rows);
}
