// Stores the network addresses (sources) from which each API client has sent its correct secret.

import type { Db } from '../db/session.ts';

/** Sources stored per client. */
export const sourcesMax = 20;
const keepDays = 90;
const noteEveryMs = 60_000;
const pairsMax = 10_000;

/**
 * Stores the sources from which a client sent its correct secret: at most one write a minute per pair, and the
 * newest `sourcesMax` per client.
 */
export function sourceNotes(
  db: Db,
): (clientId: string, source: string, mark: string, now: Date) => Promise<void> {
  const noted = new Map<string, { mark: string; at: number }>();
  return async (clientId, source, mark, now) => {
    const pair = JSON.stringify([clientId, source]);
    const last = noted.get(pair);
    if (last?.mark === mark && Date.now() - last.at < noteEveryMs) return;
    noted.delete(pair);
    noted.set(pair, { mark, at: Date.now() });
    if (noted.size > pairsMax) noted.delete(noted.keys().next().value ?? '');
    try {
      await db.query(
        `insert into api_client_source (client_id, source, mark, used_at) values ($1, $2, $3, $4)
         on conflict (client_id, source) do update set mark = excluded.mark, used_at = excluded.used_at`,
        [clientId, source, mark, now],
      );
      await db.query(
        `delete from api_client_source where client_id = $1 and source not in
           (select source from api_client_source where client_id = $1 order by used_at desc, source limit $2)`,
        [clientId, sourcesMax],
      );
    } catch (error) {
      noted.delete(pair);
      throw error;
    }
  };
}

/** Deletes sources not used for 90 days. */
export async function forgetOldSources(db: Db, now: Date): Promise<void> {
  await db.query('delete from api_client_source where used_at < $1', [
    new Date(now.getTime() - keepDays * 86_400_000),
  ]);
}

/** Deletes the sources of a client whose secret was replaced or disabled. */
export async function forgetSources(db: Db, clientId: string): Promise<void> {
  await db.query('delete from api_client_source where client_id = $1', [clientId]);
}
