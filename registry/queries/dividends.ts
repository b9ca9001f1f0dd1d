import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';

/** A dividend; `rate` and `distribution` are decimal text, dollars for cash and shares for stock. */
export type DividendSummary = {
  id: bigint;
  class_id: bigint;
  kind: 'Cash' | 'Stock' | 'Special Cash';
  record_on: CalendarDate;
  payable_on: CalendarDate;
  rate: string | null;
  ratio: string;
  fractional_type: string;
  outstanding: bigint;
  distribution: string;
};

const anyDay = { from: '0001-01-01', to: '9999-12-31' };

/**
 * The dividends of an issuer, latest record date first; with `payable` only those payable within these days. Paid: the
 * amounts frozen and paid. Declared: what the holders of the record date would get, rounded per account; 0 while that date
 * is in the future.
 */
export async function dividendsOf(
  db: Db,
  issuerId: bigint,
  today: CalendarDate,
  payable: { from: CalendarDate; to: CalendarDate } = anyDay,
): Promise<DividendSummary[]> {
  const { rows } = await db.query<DividendSummary>(
    `select d.id, d.class_id, d.kind, d.record_on, d.payable_on, d.rate, d.ratio, d.fractional_type,
            coalesce(d.outstanding, due.outstanding, 0) as outstanding,
            coalesce(d.distribution, due.distribution, 0) as distribution
       from dividend d
       left join lateral (
            select sum(held.shares)::bigint as outstanding,
                   sum(case when d.kind <> 'Stock' then round(held.shares * d.rate, 2)
                            when d.fractional_type = 'Round Up' then ceil(held.extra)
                            when d.fractional_type = 'Round Nearest' then floor(held.extra + 0.5)
                            else floor(held.extra) end) as distribution
              from (select sum(c.shares) as shares,
                           sum(c.shares) * coalesce(d.ratio_numerator, 0) / coalesce(d.ratio_denominator, 1) as extra
                      from certificate c
                     where c.issuer_id = $1 and c.class_id = d.class_id and c.issued_on <= d.record_on
                       and c.canceled_on > d.record_on and not c.is_treasury
                     group by c.holder_id) as held) as due on d.status = 'Declared' and d.record_on <= $2
      where d.issuer_id = $1 and d.payable_on between $3 and $4
      order by d.record_on desc, d.id desc`,
    [issuerId, today, payable.from, payable.to],
  );
  return rows;
}
