// Advisory lock on the work on a stored file, so that only one process does it.

import type { PoolClient } from 'pg';

/** First part of the advisory locks of work on registers; the second is the file. Arbitrary. */
export const workLock = 7_301_460;

/** Takes the work on a file; false while another connection has it. It ends with the connection. */
export async function takeWork(client: PoolClient, fileId: number): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as "isTaken"',
    [workLock, fileId],
  );
  return rows[0]?.isTaken === true;
}

/**
 * Gives the work on a file back and ends the connection. The lock is released first: PostgreSQL ends a connection later
 * than the client does, and until then who looks for work would pass the file over.
 */
export async function endWork(client: PoolClient, fileId: number): Promise<void> {
  // A connection that is broken has lost the lock with it.
  await client.query('select pg_advisory_unlock($1, $2)', [workLock, fileId]).catch(() => undefined);
  client.release(true);
}
