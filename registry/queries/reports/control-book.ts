import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

/** Outstanding shares per class by the control book, which is maintained separately from the certificates. */
export async function controlOutstanding(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await db.query<{ class_id: bigint; outstanding: bigint }>(
    `select class_id, sum(issued_delta - treasury_delta)::bigint as outstanding
       from control_entry where issuer_id = $1 and effective_on <= $2 group by class_id`,
    [issuerId, cutoff],
  );
  return new Map(rows.map((row) => [row.class_id, row.outstanding]));
}
