// Delays sign-in after wrong attempts, by account, browser and address.

import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { sourceOf } from '../net/client-address.ts';
import { withTransaction } from '../postgres/pool.ts';

/** Wrong attempts in a row before the delay starts, per kind of key. */
const attemptsBeforeDelay = { account: 5, device: 5, source: 100 } as const;
const firstDelaySeconds = 30;
/**
 * The maximum delay, from each number of wrong attempts in a row: always below 100 attempts (NIST 800-63B
 * §3.2.2).
 */
const longestDelays = [
  { from: 0, seconds: 3600 },
  { from: 50, seconds: 86_400 },
  { from: 95, seconds: 30 * 86_400 },
] as const;
/** Rows unchanged for this long are deleted: addresses without an account, old browsers. */
const keepDays = 30;
/** Attempts from one address expire after this long, because an office or household shares it. */
const sourceWindowMinutes = 15;

export type ThrottleKind = keyof typeof attemptsBeforeDelay;
export type ThrottleKey = { kind: ThrottleKind; value: string };

/** The key of the address an attempt comes from, including this machine; none when the address is unknown. */
export const sourceKeys = (address: string | null): ThrottleKey[] =>
  address ? [{ kind: 'source', value: sourceOf(address) }] : [];

/** A reserved attempt: counts as wrong until `clear` is called. */
export type Guess =
  | { allowed: true; keys: readonly ThrottleKey[] }
  | { allowed: false; retryAfterSeconds: number };

const rowKey = ({ kind, value }: ThrottleKey) =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`;

const delayAfter = (failures: number, kind: ThrottleKind): number | null => {
  const beyond = failures - attemptsBeforeDelay[kind];
  if (beyond < 0) return null;
  const longest =
    longestDelays.findLast(({ from }) => kind !== 'source' && failures >= from) ?? longestDelays[0];
  return Math.min(firstDelaySeconds * 2 ** beyond, longest.seconds);
};

const waitOf = (rows: readonly { wait: number }[]) => Math.max(0, ...rows.map(({ wait }) => wait));

const waitColumn = 'coalesce(extract(epoch from blocked_until - now()), 0)::float8 as wait';

/**
 * Reserves one attempt on every key, or none. It is counted before the password is checked, under row locks, so
 * that a thousand concurrent attempts are checked no more often than a thousand in sequence. A key that must
 * wait is refused without a lock, so that a flood does not queue at it.
 */
export async function reserveAttempt(pool: Pool, keys: readonly ThrottleKey[]): Promise<Guess> {
  const names = keys.map(rowKey);
  const blocked = await pool.query<{ wait: number }>({
    name: 'throttle-look',
    text: `select ${waitColumn} from sign_in_throttle where key = any($1)`,
    values: [names],
  });
  const early = waitOf(blocked.rows);
  if (early > 0) return { allowed: false, retryAfterSeconds: Math.ceil(early) };
  return withTransaction<Guess>(pool, async (client) => {
    await client.query(
      'insert into sign_in_throttle (key) select unnest($1::text[]) order by 1 on conflict do nothing',
      [names],
    );
    const { rows } = await client.query<{ key: string; failures: number; wait: number; aged: boolean }>(
      `select key, failures, ${waitColumn}, first_at < now() - $2 * interval '1 minute' as aged
       from sign_in_throttle where key = any($1) order by key for update`,
      [names, sourceWindowMinutes],
    );
    const wait = waitOf(rows);
    if (wait > 0) return { allowed: false, retryAfterSeconds: Math.ceil(wait) };
    for (const row of rows) {
      const kind = row.key.slice(0, row.key.indexOf(':')) as ThrottleKind;
      const restarts = kind === 'source' && row.aged;
      const failures = restarts ? 1 : row.failures + 1;
      await client.query(
        `update sign_in_throttle set failures = $2, blocked_until = now() + $3 * interval '1 second', last_at = now(),
           first_at = case when $4 then now() else first_at end where key = $1`,
        [row.key, failures, delayAfter(failures, kind), restarts],
      );
    }
    return { allowed: true, keys } as const;
  }).finally(() => sweepAtTimes(pool));
}

const sweepEveryMs = 3_600_000;
let sweptAt = 0;

/** Runs in the background. A stale row grants no access. */
function sweepAtTimes(pool: Pool): void {
  if (Date.now() - sweptAt < sweepEveryMs) return;
  sweptAt = Date.now();
  sweepGuesses(pool).catch(() => undefined);
}

/** Deletes rows unchanged for a month, including those of addresses without an account. */
export async function sweepGuesses(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from sign_in_throttle where last_at < now() - $1 * interval '1 day'
       and (blocked_until is null or blocked_until < now())`,
    [keepDays],
  );
  return rowCount ?? 0;
}

/** An authorized user has unlocked the account: its count starts again. */
export async function forgetGuesses(client: ClientBase, keys: readonly ThrottleKey[]): Promise<void> {
  await client.query('delete from sign_in_throttle where key = any($1)', [keys.map(rowKey)]);
}

/**
 * The attempt was right: account and device counts are reset; the shared source address gets back one attempt.
 */
export async function clearGuess(pool: Pool, keys: readonly ThrottleKey[]): Promise<void> {
  const own = keys.filter((key) => key.kind !== 'source').map(rowKey);
  const shared = keys.filter((key) => key.kind === 'source').map(rowKey);
  await pool.query('delete from sign_in_throttle where key = any($1)', [own]);
  await pool.query(
    `update sign_in_throttle set failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 < $2 then null else blocked_until end where key = any($1)`,
    [shared, attemptsBeforeDelay.source],
  );
}
