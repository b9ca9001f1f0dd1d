import type { Pool } from 'pg';
import { pause } from '#lib/postgres/processes';

const lookEveryMs = 25;

/**
 * Where to draw a report from: the replica once it holds everything the books held when this was asked, so that a file is
 * never older than a write its client has had an answer to; else, after `patienceMs` or when the servers cannot tell, the
 * books themselves.
 */
export async function reportSource(
  books: Pool,
  replica: Pool | undefined,
  patienceMs = 2_000,
): Promise<Pool> {
  if (!replica) return books;
  try {
    const { rows } = await books.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    const until = Date.now() + patienceMs;
    do {
      const replay = await replica.query<{ caught_up: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as caught_up',
        [rows[0]?.at],
      );
      if (replay.rows[0]?.caught_up) return replica;
      await pause(lookEveryMs);
    } while (Date.now() < until);
  } catch {
    // No such functions there, no right to ask, or the replica is away.
  }
  return books;
}
