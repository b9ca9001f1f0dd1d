import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** A record difference open on a day, with the latest price of its class by then. */
export type OpenDifference = {
  id: bigint;
  class_id: bigint;
  opened_on: CalendarDate;
  existed_since: CalendarDate;
  basis: string;
  cause_kind: string;
  is_over_issuance: boolean;
  /** Taken by that day: day and text of each. */
  steps: string[];
  shares: bigint;
  cause: string;
  by_prior_agent: boolean;
  note: string;
  /** As printed on the paper, separated by commas. */
  certificates: string;
  /** Price of one unit, exact decimal text; null when the class has none. */
  price: string | null;
};

export async function openDifferences(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
): Promise<OpenDifference[]> {
  const { rows } = await db.query<OpenDifference>(
    `select d.id, d.class_id, d.opened_on, coalesce(d.existed_since, d.opened_on) as existed_since, d.basis, d.cause_kind,
            d.is_over_issuance, d.shares, d.cause, d.by_prior_agent, d.note, d.certificates,
            array(select to_char(s.taken_on, 'MM/DD/YYYY') || ' ' || s.note from record_difference_step s
                   where s.issuer_id = $1 and s.difference_id = d.id and s.taken_on <= $2
                   order by s.taken_on, s.number) as steps,
            (select p.amount from price p
              where p.issuer_id = $1 and p.class_id = d.class_id and p.day <= $2
              order by p.day desc limit 1) as price
       from record_difference d
      where d.issuer_id = $1 and d.opened_on <= $2 and (d.resolved_on is null or d.resolved_on > $2)
      order by d.opened_on, d.id`,
    [issuerId, day],
  );
  return rows;
}
