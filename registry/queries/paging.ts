// Finds the mark in the order of accounts from which a page is read.

import type { CalendarDate } from '#lib/format/dates';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import type { RegisterMemory } from './memory.ts';
import type { Anchor } from './types.ts';
/** What counts as a row: a holder, or a holder in one class. */
export type RowKind = 'holder' | 'position';

type AnchorRow = { before: bigint; sort_key: string; holder_id: bigint };

const start: Anchor = { rowsBefore: 0, sortKey: '', holderId: 0n };
const anchorEvery = 100;
const walkMax = 200;

/**
 * The anchor from which to walk to row `index`: the start for the first rows, else the mark before the row, so
 * that a deep page costs about as much as the first. Marks describe the current books. For a cutoff before the
 * last change, every 100th account is used as an anchor, computed once per version of the register.
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
  const { rows } = await queryPrepared<AnchorRow & { is_past: boolean }>(db, markText[kind], [
    issuer.id,
    index,
    cutoff,
  ]);
  if (rows[0] && !rows[0].is_past) return toAnchor(rows[0]);
  const anchors = await memory.anchors.get(`${kind} ${issuer.id} ${cutoff}`, issuer.version, () =>
    countAnchors(db, issuer.id, cutoff, kind),
  );
  return anchors.findLast((anchor) => anchor.rowsBefore <= index) ?? start;
}

/**
 * The last paragraph mark that begins at or before row `$2`, found through the last such chapter mark
 * (0008_maintained_counts.sql).
 */
const markStatement = (rows: 'holders' | 'positions') => `
  select m.sort_key, m.holder_id, m.before::bigint,
         exists (select 1 from issuer_day where issuer_id = $1 and day > $3) as is_past
    from (select sort_key, holder_id, before
            from (select sort_key, holder_id, sum(${rows}) over (order by sort_key, holder_id) - ${rows} as before
                    from page_mark where issuer_id = $1 and span = 8192) as chapters
           where before <= $2::bigint order by sort_key desc, holder_id desc limit 1) as c
   cross join lateral (
         select sort_key, holder_id, c.before + sum(${rows}) over (order by sort_key, holder_id) - ${rows} as before
           from page_mark
          where issuer_id = $1 and span = 128 and (sort_key, holder_id) >= (c.sort_key, c.holder_id)
          order by sort_key, holder_id limit 256) as m
   where m.before <= $2::bigint
   order by m.sort_key desc, m.holder_id desc limit 1`;

const markText: Record<RowKind, string> = {
  holder: markStatement('holders'),
  position: markStatement('positions'),
};

async function countAnchors(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  kind: RowKind,
): Promise<Anchor[]> {
  const { rows } = await db.query<AnchorRow>(
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
  return rows.map(toAnchor);
}

function toAnchor(row: AnchorRow): Anchor {
  return { rowsBefore: Number(row.before), sortKey: row.sort_key, holderId: row.holder_id };
}
