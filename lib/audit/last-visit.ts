import 'server-only';
import type { Pool } from 'pg';

/**
 * When the user was active before this visit: `first` when never, `unknown` when this visit is too long to
 * search past.
 */
export type LastVisit = { state: 'since'; at: string } | { state: 'first' } | { state: 'unknown' };

/** A session ends after half an hour without a request, so a longer pause separates two visits. */
const pauseMinutes = 30;
const entriesMax = 20_000;

/**
 * The user's last action before the present visit, from the audit trail. Session rows cannot tell: they are
 * deleted at sign-out. `at` is an ISO instant.
 */
export async function lastVisit(pool: Pool, user: string): Promise<LastVisit> {
  const { rows } = await pool.query<{ at: string | null; entries: bigint }>(
    `with own as (
       select at, seq from (select at, seq from audit where actor = $1 order by seq desc limit ${entriesMax}) as newest
       union all
       select now(), null
     ), pairs as (
       select at, lead(at) over (order by seq desc nulls first) as earlier from own
     )
     select (select earlier from pairs where at - earlier > $2 * interval '1 minute' order by at desc limit 1) as at,
       (select count(*) - 1 from own) as entries`,
    [user, pauseMinutes],
  );
  const at = rows[0]?.at ?? null;
  if (at !== null) return { state: 'since', at };
  return Number(rows[0]?.entries ?? 0) < entriesMax ? { state: 'first' } : { state: 'unknown' };
}
