import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';

/** Authorized, unissued shares reserved for one purpose. */
export type Reserve = { id: bigint; classId: bigint; name: string; shares: bigint };

/** The reserves of an issuer with shares at the close of `cutoff`, by id. */
export async function reservesAt(db: Db, issuerId: bigint, cutoff: CalendarDate): Promise<Reserve[]> {
  const { rows } = await db.query<{ id: bigint; class_id: bigint; name: string; shares: bigint }>(
    `select r.id, r.class_id, r.name, sum(d.delta)::bigint as shares
       from reserve r
       join reserve_change d on d.issuer_id = r.issuer_id and d.reserve_id = r.id and d.effective_on <= $2
      where r.issuer_id = $1
      group by r.id, r.class_id, r.name
     having sum(d.delta) <> 0
      order by r.id`,
    [issuerId, cutoff],
  );
  return rows.map((row) => ({ id: row.id, classId: row.class_id, name: row.name, shares: row.shares }));
}
