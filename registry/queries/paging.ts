import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import type { RegisterMemory } from './memory.ts';

/** The account at which a row index of a page order begins: rows before it, and its place in the sort index. */
export type Anchor = { rowsBefore: number; sortKey: string; holderId: bigint };

/** What is counted as a row: a holder, or a holder in one class. */
export type RowKind = 'holder' | 'position';

const start: Anchor = { rowsBefore: 0, sortKey: '', holderId: 0n };
const anchorEvery = 100;
const walkMax = 200;

/**
 * The anchor from which to walk to row `index` (storage §6): near the front the front itself, deeper down one of every
 * 100 accounts, counted once per version of the register, so that a deep page costs about as much as the first one.
 */
export async function anchorFor(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
  kind: RowKind,
  index: number,
): Promise<Anchor> {
  if (index <= walkMax) return start;
  const anchors = await memory.anchors.get(`${kind} ${issuer.id} ${cutoff}`, issuer.version, () =>
    countAnchors(db, issuer.id, cutoff, kind),
  );
  return anchors.findLast((anchor) => anchor.rowsBefore <= index) ?? start;
}

async function countAnchors(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  kind: RowKind,
): Promise<Anchor[]> {
  const { rows } = await db.query<{ before: bigint; sort_key: string; holder_id: bigint }>(
    `select before, sort_key, holder_id
       from (select a.sort_key, a.holder_id,
                    (sum(live.positions) over (order by a.sort_key, a.holder_id) - live.positions)::bigint as before,
                    row_number() over (order by a.sort_key, a.holder_id) as place
               from account a
               join (select c.holder_id, ${kind === 'position' ? 'count(distinct c.class_id)' : '1'} as positions
                       from certificate c
                      where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
                      group by c.holder_id) as live on live.holder_id = a.holder_id
              where a.issuer_id = $1) as counted
      where place % ${anchorEvery} = 1
      order by before`,
    [issuerId, cutoff],
  );
  return rows.map((row) => ({
    rowsBefore: Number(row.before),
    sortKey: row.sort_key,
    holderId: row.holder_id,
  }));
}
