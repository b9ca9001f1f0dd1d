// Stores which item each user has open.

import 'server-only';
import type { Pool } from 'pg';

export type OpenItem = { customerIssuerId: number; itemId: number };
/** An item that another user has open. */
export type Viewer = OpenItem & { name: string };

export type Viewers = {
  /** Records the item that a window of a user has open; null: none any more. */
  see(user: string, window: string, open: OpenItem | null): Promise<void>;
  /** What other users have open at these issuers. */
  others(user: string, issuers: 'all' | readonly number[]): Promise<Viewer[]>;
};

/** Windows repeat what they have open every 1.2 s. One that is gone is forgotten after this time. */
export const keptSeconds = 5;
const windowsMax = 8;
const viewersMax = 500;

/** Who has which item open. A user has a few windows at most, and rows that are over are deleted. */
export function openViewers(pool: Pool): Viewers {
  const recent = `seen_at > now() - interval '${keptSeconds} seconds'`;
  return {
    async see(user, window, open) {
      if (!open) {
        await pool.query('delete from item_viewer where person = $1 and window_id = $2', [user, window]);
        return;
      }
      await pool.query(
        `delete from item_viewer where (person, window_id) in
           (select person, window_id from item_viewer where not (${recent}) and (person, window_id) <> ($1, $2)
            for update skip locked)`,
        [user, window],
      );
      await pool.query(
        `insert into item_viewer (person, window_id, issuer, item)
         select $1, $2, $3, $4
          where (select count(*) from item_viewer where person = $1 and window_id <> $2) < $5
         on conflict (person, window_id) do update
           set issuer = excluded.issuer, item = excluded.item, seen_at = now()`,
        [user, window, open.customerIssuerId, open.itemId, windowsMax],
      );
    },
    async others(user, issuers) {
      const { rows } = await pool.query<{ issuer: bigint; item: bigint; name: string }>(
        `select distinct v.issuer, v.item, p.name from item_viewer v join person p on p.id = v.person
          where v.person <> $1 and v.${recent} and p.disabled_at is null
            and ($2::bigint[] is null or v.issuer = any($2))
          order by v.issuer, v.item, p.name limit $3`,
        [user, issuers === 'all' ? null : issuers, viewersMax],
      );
      return rows.map((row) => ({
        customerIssuerId: Number(row.issuer),
        itemId: Number(row.item),
        name: row.name,
      }));
    },
  };
}
