import type { CalendarDate } from '#lib/format/dates';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from './holder-name.ts';
import type { RegisterMemory } from './memory.ts';
import { anchorFor } from './paging.ts';

/** A holder's outstanding shares of one class. */
export type Position = {
  holder: HolderName;
  email: string;
  classId: bigint;
  total: bigint;
  restricted: bigint;
};

type PositionRow = HolderRow & { class_id: bigint; total: bigint; restricted: bigint; email: string };

/**
 * Rows start … start + rows - 1 of the cap table as of the close of `cutoff`, by sort name, account, class.
 * Walks the name index from the nearest anchor and sums only the holders of the page.
 */
export async function capTablePage(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
  page: { start: number; rows: number },
): Promise<Position[]> {
  const from = await anchorFor(db, memory, issuer, cutoff, 'position', page.start);
  const { rows } = await queryPrepared<PositionRow>(
    db,
    `select ${holderColumns}, k.class_id, k.total, k.restricted, coalesce(p.email, '') as email
       from (select a.sort_key, a.holder_id, live.class_id, live.total, live.restricted
               from account a
              cross join lateral (
                    select c.class_id, sum(c.shares)::bigint as total,
                           coalesce(sum(c.shares) filter (where c.restriction <> 'N'), 0)::bigint as restricted
                      from certificate c
                     where c.issuer_id = $1 and c.holder_id = a.holder_id
                       and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
                     group by c.class_id) as live
              where a.issuer_id = $1 and (a.sort_key, a.holder_id) >= ($3, $4::bigint)
              order by a.sort_key, a.holder_id, live.class_id
             offset $5::bigint limit $6::bigint) as k
       join holder h on h.id = k.holder_id
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      order by k.sort_key, k.holder_id, k.class_id`,
    [issuer.id, cutoff, from.sortKey, from.holderId, page.start - from.rowsBefore, page.rows],
  );
  return rows.map((row) => ({
    holder: toHolderName(row),
    email: row.email,
    classId: row.class_id,
    total: row.total,
    restricted: row.restricted,
  }));
}
