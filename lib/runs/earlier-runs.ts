import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

type Requested = { person: string; endpoint: string; input: Record<string, unknown> };

/** One digest for the same user, report and values, whatever the order of the fields. */
export function digestOf({ person: user, endpoint, input }: Requested): string {
  const sorted = JSON.stringify(input, (_key, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(`${user}\n${endpoint}\n${sorted}`).digest('base64url');
}

/** The user's own ready file of the same request that ended less than `minutes` ago, or null. */
export async function findRecent(pool: Pool, requested: Requested, minutes: number): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from run where person = $1 and input_digest = $2 and state = 'ready'
       and finished_at > now() - $3 * interval '1 minute' order by created_at desc limit 1`,
    [requested.person, digestOf(requested), minutes],
  );
  return rows[0]?.id ?? null;
}

/** The last file of the same request before a run. Its bytes may be deleted; its digest is not. */
export type Earlier = { id: string; createdAt: string; sha256: string };

export async function findEarlier(pool: Pool, id: string): Promise<Earlier | null> {
  const { rows } = await pool.query<{ id: string; created_at: string; sha256: string }>(
    `select e.id, e.created_at, e.sha256 from run r join run e
       on e.person = r.person and e.input_digest = r.input_digest and (e.created_at, e.id) < (r.created_at, r.id)
     where r.id = $1 and e.sha256 is not null order by e.created_at desc, e.id desc limit 1`,
    [id],
  );
  const row = rows[0];
  return row ? { id: row.id, createdAt: row.created_at, sha256: row.sha256 } : null;
}
