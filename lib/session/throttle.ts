import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../postgres/pool.ts';

/** Wrong guesses in a row before the delay starts, per kind of key (decisions, ruling 23; assurance S-09). */
const freeGuesses = { account: 5, device: 5, source: 100 } as const;
const firstDelaySeconds = 30;
const longestDelaySeconds = 3600;
/** Guesses from one address are forgotten after this long: a household or an office shares it. */
const sourceWindowMinutes = 15;

export type ThrottleKind = keyof typeof freeGuesses;
export type ThrottleKey = { kind: ThrottleKind; value: string };

/** A reserved guess: it counts as wrong until `clear` says otherwise. */
export type Guess =
  | { allowed: true; keys: readonly ThrottleKey[] }
  | { allowed: false; retryAfterSeconds: number };

const rowKey = ({ kind, value }: ThrottleKey) =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`;

/**
 * Takes one guess from every key, or none: counted before the password is looked at, under row locks, so that a
 * thousand guesses at once are verified no more often than a thousand in turn.
 */
export async function takeGuess(pool: Pool, keys: readonly ThrottleKey[]): Promise<Guess> {
  const names = keys.map(rowKey);
  return withTransaction(pool, async (client) => {
    await client.query(
      'insert into sign_in_throttle (key) select unnest($1::text[]) order by 1 on conflict do nothing',
      [names],
    );
    const { rows } = await client.query<{ key: string; failures: number; wait: number; aged: boolean }>(
      `select key, failures, coalesce(extract(epoch from blocked_until - now()), 0)::float8 as wait,
         first_at < now() - $2 * interval '1 minute' as aged
       from sign_in_throttle where key = any($1) order by key for update`,
      [names, sourceWindowMinutes],
    );
    const wait = Math.max(0, ...rows.map((row) => row.wait));
    if (wait > 0) return { allowed: false, retryAfterSeconds: Math.ceil(wait) };
    for (const row of rows) {
      const kind = row.key.slice(0, row.key.indexOf(':')) as ThrottleKind;
      const restarts = kind === 'source' && row.aged;
      const failures = restarts ? 1 : row.failures + 1;
      const beyond = failures - freeGuesses[kind];
      const delay = beyond < 0 ? null : Math.min(firstDelaySeconds * 2 ** beyond, longestDelaySeconds);
      await client.query(
        `update sign_in_throttle set failures = $2, blocked_until = now() + $3 * interval '1 second',
           first_at = case when $4 then now() else first_at end where key = $1`,
        [row.key, failures, delay, restarts],
      );
    }
    return { allowed: true, keys };
  });
}

/** The guess was right: account and device start afresh, the shared source address gets its one guess back. */
export async function clearGuess(pool: Pool, keys: readonly ThrottleKey[]): Promise<void> {
  const own = keys.filter((key) => key.kind !== 'source').map(rowKey);
  const shared = keys.filter((key) => key.kind === 'source').map(rowKey);
  await pool.query('delete from sign_in_throttle where key = any($1)', [own]);
  await pool.query(
    `update sign_in_throttle set failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 < $2 then null else blocked_until end where key = any($1)`,
    [shared, freeGuesses.source],
  );
}
