import type { Pool } from 'pg';
import { type RunRow, runColumns } from './rows.ts';

const failuresMax = 5;

/**
 * A scheduled run that has ended and whose user was not told, marked as told; null when there is none. Runs that ended more
 * than a day ago are left out, so that a mail server that is set up later sends no old notices. Each run is taken once,
 * unless `noticeFailed` gives it back. `except`: IDs of runs that are left for later.
 */
export async function takeNotice(pool: Pool, except: readonly string[]): Promise<RunRow | null> {
  const { rows } = await pool.query<RunRow>(
    `update run set notified_at = now()
     where id = (select id from run where schedule is not null and notified_at is null
         and state in ('ready', 'failed', 'interrupted') and finished_at > now() - interval '1 day'
         and id <> all($1)
       order by finished_at, id limit 1 for update skip locked)
     returning ${runColumns}`,
    [except],
  );
  return rows[0] ?? null;
}

/** A mail was not accepted: it is tried again later, a limited number of times. */
export async function noticeFailed(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `update run set notice_failures = notice_failures + 1,
       notified_at = case when notice_failures + 1 < $2 then null else notified_at end
     where id = $1`,
    [id, failuresMax],
  );
}
