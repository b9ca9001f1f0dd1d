import type { Pool } from 'pg';
import { idleMinutes } from './session-limits.ts';

/** An active session as its owner, or an administrator, sees it; `id` identifies it but gives no access. */
export type SessionRow = {
  id: string;
  createdAt: string;
  seenAt: string;
  address: string | null;
  userAgent: string | null;
  byProvider: boolean;
};

/** A user's active sessions, most recently used first. */
export async function listSessions(pool: Pool, user: string): Promise<SessionRow[]> {
  const { rows } = await pool.query<Omit<SessionRow, 'id'> & { hash: Buffer }>(
    `select id_hash as hash, created_at as "createdAt", seen_at as "seenAt", address, user_agent as "userAgent",
       by_provider as "byProvider"
     from session where person = $1 and expires_at > now() and seen_at > now() - $2 * interval '1 minute'
     order by seen_at desc`,
    [user, idleMinutes],
  );
  return rows.map(({ hash, ...row }) => ({ ...row, id: hash.toString('base64url') }));
}
