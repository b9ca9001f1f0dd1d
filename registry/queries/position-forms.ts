import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';

/**
 * Outstanding shares of a class by form. Paper and book entry are the whole; nominee shares are part of both.
 */
export type PositionForms = { nominee: bigint; paper: bigint; bookEntry: bigint; nomineePaper: bigint };

export const noForms: PositionForms = { nominee: 0n, paper: 0n, bookEntry: 0n, nomineePaper: 0n };

type FormRow = {
  class_id: bigint;
  nominee: bigint;
  paper: bigint;
  book_entry: bigint;
  nominee_paper: bigint;
};

/** Outstanding shares by holder and form, per class, as of the close of `cutoff`. */
export async function positionForms(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  restriction: 'All' | 'Restricted' | 'NonRestricted' = 'All',
): Promise<ReadonlyMap<bigint, PositionForms>> {
  const { rows } = await db.query<FormRow>(
    `select c.class_id,
            coalesce(sum(c.shares) filter (where h.is_nominee), 0)::bigint as nominee,
            coalesce(sum(c.shares) filter (where c.form = 'Certificate'), 0)::bigint as paper,
            coalesce(sum(c.shares) filter (where c.form = 'BookEntry'), 0)::bigint as book_entry,
            coalesce(sum(c.shares) filter (where c.form = 'Certificate' and h.is_nominee), 0)::bigint as nominee_paper
       from certificate c join holder h on h.id = c.holder_id
      where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
        and ($3::text = 'All' or ($3 = 'Restricted') = (c.restriction <> 'N'))
      group by c.class_id`,
    [issuerId, cutoff, restriction],
  );
  return new Map(
    rows.map((row) => [
      row.class_id,
      {
        nominee: row.nominee,
        paper: row.paper,
        bookEntry: row.book_entry,
        nomineePaper: row.nominee_paper,
      },
    ]),
  );
}
