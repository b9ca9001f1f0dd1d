import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { sourceOf } from '../net/client-address.ts';
import { withTransaction } from '../postgres/pool.ts';

/** Wrong guesses in a row before the delay starts, per kind of key (decisions, ruling 23; assurance S-09). */
const freeGuesses = { account: 5, device: 5, source: 100 } as const;
const firstDelaySeconds = 30;
/** From the first number of wrong guesses in a row on, the longest delay: below 100 ever (NIST 800-63B §3.2.2). */
const longestDelays = [
  { from: 0, seconds: 3600 },
  { from: 50, seconds: 86_400 },
  { from: 95, seconds: 30 * 86_400 },
] as const;
/** Rows nobody has touched for this long are swept: addresses without an account, forgotten browsers. */
const keepDays = 30;
/** Guesses from one address are forgotten after this long: a household or an office shares it. */
const sourceWindowMinutes = 15;

export type ThrottleKind = keyof typeof freeGuesses;
export type ThrottleKey = { kind: ThrottleKind; value: string };

/** The count of the address a guess comes from, this machine's own included; none when the address is not known. */
export const sourceKeys = (address: string | null): ThrottleKey[] =>
  address ? [{ kind: 'source', value: sourceOf(address) }] : [];

/** A reserved guess: it counts as wrong until `clear` says otherwise. */
export type Guess =
  | { allowed: true; keys: readonly ThrottleKey[] }
  | { allowed: false; retryAfterSeconds: number };

const rowKey = ({ kind, value }: ThrottleKey) =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`;

const delayAfter = (failures: number, kind: ThrottleKind): number | null => {
  const beyond = failures - freeGuesses[kind];
  if (beyond < 0) return null;
  const longest =
    longestDelays.findLast(({ from }) => kind !== 'source' && failures >= from) ?? longestDelays[0];
  return Math.min(firstDelaySeconds * 2 ** beyond, longest.seconds);
};

const waitOf = (rows: readonly { wait: number }[]) => Math.max(0, ...rows.map(({ wait }) => wait));

const waitColumn = 'coalesce(extract(epoch from blocked_until - now()), 0)::float8 as wait';

/**
 * Takes one guess from every key, or none: counted before the password is looked at, under row locks, so that a
 * thousand guesses at once are verified no more often than a thousand in turn. A key that waits is told so without
 * a lock, which ten thousand guesses would queue at.
 */
export async function takeGuess(pool: Pool, keys: readonly ThrottleKey[]): Promise<Guess> {
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

/** Nothing waits for the sweep: a row too many opens nothing. */
function sweepAtTimes(pool: Pool): void {
  if (Date.now() - sweptAt < sweepEveryMs) return;
  sweptAt = Date.now();
  sweepGuesses(pool).catch(() => undefined);
}

/** Forgets rows that nobody has touched for a month, those of addresses without an account as well. */
export async function sweepGuesses(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from sign_in_throttle where last_at < now() - $1 * interval '1 day'
       and (blocked_until is null or blocked_until < now())`,
    [keepDays],
  );
  return rowCount ?? 0;
}

/** Somebody entitled to has opened the account again: its count starts afresh. */
export async function forgetGuesses(client: ClientBase, keys: readonly ThrottleKey[]): Promise<void> {
  await client.query('delete from sign_in_throttle where key = any($1)', [keys.map(rowKey)]);
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
