// Chooses the database a report is read from: the replica once it has caught up, else the primary.

import type { Pool } from 'pg';
import { hasCitus } from '#lib/postgres/citus';
import { pause } from '#lib/postgres/processes';

const checkEveryMs = 25;

/**
 * The database to read a report from. The replica, once it has everything the primary had at this call, so that
 * a report always includes writes its client knows of. Else the primary: after `patienceMs`, or when the
 * servers cannot compare their positions. On Citus always the primary, because each node replays a log of its own and
 * the coordinator knows its own position only.
 */
export async function reportSource(
  books: Pool,
  replica: Pool | undefined,
  patienceMs = 2_000,
): Promise<Pool> {
  if (!replica) return books;
  try {
    if (await hasCitus(books)) return books;
    const { rows } = await books.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    const until = Date.now() + patienceMs;
    do {
      const replay = await replica.query<{ caught_up: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as caught_up',
        [rows[0]?.at],
      );
      if (replay.rows[0]?.caught_up) return replica;
      await pause(checkEveryMs);
    } while (Date.now() < until);
  } catch {
    // The functions do not exist or are not permitted, or the replica is unreachable.
  }
  return books;
}
