// Sets up, checks and removes authenticator apps, and checks codes of the second step.

import type { ClientBase, Pool } from 'pg';
import { authSecrets } from '#lib/env';
import { withTransaction } from '#lib/postgres/pool';
import { createEncryption, type Encryption } from '#lib/store/encryption';
import { clearGuess, reserveAttempt, sourceKeys, type ThrottleKey } from '../throttle.ts';
import { isKnownDevice } from './devices.ts';
import { listPasskeys, type PasskeyRow } from './passkeys.ts';
import { dropUselessCodes, ensureCodes, reencryptCodes, takeRecovery } from './recovery-codes.ts';
import { newSecret, stepOf } from './totp.ts';

/** An unfinished setup continues with the same secret for this long. */
const setUpMinutes = 30;

const encryptionUnder = (secrets = authSecrets()) => createEncryption(secrets, 'sharebook second factor');

type Row = { secret: Buffer; last_step: bigint; confirmed: boolean };

async function readRow(db: Pool | ClientBase, user: string): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    'select secret, last_step, confirmed_at is not null as confirmed from second_factor where person = $1',
    [user],
  );
  return rows[0] ?? null;
}

/**
 * The secret of a setup in progress, in base32, created if there is none; null when an app is set up already.
 * Repeated calls return the same one, so that redrawing the page does not void a scanned code.
 */
export async function secretToEnrol(pool: Pool, user: string): Promise<string | null> {
  await pool.query(
    `insert into second_factor as f (person, secret) values ($1, $2)
     on conflict (person) do update set secret = excluded.secret, made_at = now()
       where f.confirmed_at is null and f.made_at < now() - $3 * interval '1 minute'`,
    [user, encryptionUnder().close(newSecret(), user), setUpMinutes],
  );
  const row = await readRow(pool, user);
  if (!row || row.confirmed) return null;
  const secret = encryptionUnder().open(row.secret, user);
  if (secret !== null) return secret;
  // Encrypted under a secret that has changed since: it can no longer be read.
  await pool.query('delete from second_factor where person = $1 and confirmed_at is null', [user]);
  return secretToEnrol(pool, user);
}

/**
 * Completes a setup: the code shows that the app has the secret. Creates recovery codes unless there are some.
 * False when the code is wrong or no setup is in progress.
 */
export function finishEnrolment(pool: Pool, user: string, code: string): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const row = await readRow(client, user);
    const secret = row && !row.confirmed ? encryptionUnder().open(row.secret, user) : null;
    const step = secret === null ? null : stepOf(secret, code.replaceAll(' ', ''), 0);
    if (step === null) return false;
    const { rowCount } = await client.query(
      'update second_factor set confirmed_at = now(), last_step = $2 where person = $1 and confirmed_at is null',
      [user, step],
    );
    if (rowCount !== 1) return false;
    await ensureCodes(client, user);
    return true;
  });
}

/** A user's second factors, for their own page and for administrators. */
export type SecondFactors = {
  /** At least one is set up. */
  enrolled: boolean;
  /** Since when an authenticator app is set up, as an ISO instant; null: none is. */
  appSince: string | null;
  passkeys: PasskeyRow[];
  codesLeft: number;
};

export async function secondFactorsOf(pool: Pool, user: string): Promise<SecondFactors> {
  const [{ rows }, passkeys] = await Promise.all([
    pool.query<{ since: string | null; left: bigint }>(
      `select (select confirmed_at from second_factor where person = $1) as since,
         (select count(*) from recovery_code where person = $1 and used_at is null) as left`,
      [user],
    ),
    listPasskeys(pool, user),
  ]);
  const appSince = rows[0]?.since ?? null;
  const enrolled = appSince !== null || passkeys.length > 0;
  return { enrolled, appSince, passkeys, codesLeft: Number(rows[0]?.left ?? 0) };
}

const reasonLength = { min: 3, max: 200 } as const;

export const resetReasonText = `Enter a reason of ${reasonLength.min} to ${reasonLength.max} characters.`;

/**
 * The reason for removing another user's second factor, on one line for the audit trail; null when it is too
 * short or too long.
 */
export function reasonOfReset(given: string): string | null {
  const text = given.trim().replace(/\s+/g, ' ');
  return text.length >= reasonLength.min && text.length <= reasonLength.max ? text : null;
}

/** Removes the authenticator app, and the recovery codes when no passkey is left. */
export async function removeApp(client: ClientBase, user: string): Promise<void> {
  await client.query('delete from second_factor where person = $1', [user]);
  await dropUselessCodes(client, user);
}

/** Removes the authenticator app, all passkeys and the recovery codes. Returns whether there were any. */
export async function removeSecondFactors(client: ClientBase, user: string): Promise<boolean> {
  const keys = await client.query('delete from passkey where person = $1', [user]);
  const app = await client.query('delete from second_factor where person = $1', [user]);
  await dropUselessCodes(client, user);
  return keys.rowCount !== 0 || app.rowCount !== 0;
}

export type CodeCheck =
  | { outcome: 'right'; by: 'code' | 'recovery' }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/** The origin of a code. `address` is null where an open session already identifies the user. */
export type CodeFrom = { deviceToken: string | null; address: string | null };

/** Codes have their own count per user: the password was right, and six digits are few. */
export async function codeKeys(
  pool: Pool,
  user: string,
  { deviceToken, address }: CodeFrom,
): Promise<ThrottleKey[]> {
  const known = await isKnownDevice(pool, user, deviceToken);
  if (known) return [{ kind: 'device', value: `code ${user} ${deviceToken}` }];
  return [codeKey(user), ...sourceKeys(address)];
}

export const codeKey = (user: string): ThrottleKey => ({ kind: 'account', value: `code ${user}` });

/** Checks a code of the app, or a recovery code; each is accepted only once, whatever the concurrency. */
export async function checkCode(pool: Pool, user: string, given: string, from: CodeFrom): Promise<CodeCheck> {
  const keys = await codeKeys(pool, user, from);
  const guess = await reserveAttempt(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const text = given.slice(0, 64).replace(/[\s-]/g, '').toUpperCase();
  const by = /^\d{6}$/.test(text)
    ? (await takeStep(pool, user, text)) && 'code'
    : (await takeRecovery(pool, user, text)) && 'recovery';
  if (!by) return { outcome: 'wrong' };
  await clearGuess(pool, keys);
  return { outcome: 'right', by };
}

async function takeStep(pool: Pool, user: string, code: string): Promise<boolean> {
  const row = await readRow(pool, user);
  const secret = row?.confirmed ? encryptionUnder().open(row.secret, user) : null;
  const step = row && secret !== null ? stepOf(secret, code, Number(row.last_step)) : null;
  if (step === null) return false;
  const { rowCount } = await pool.query(
    'update second_factor set last_step = $2 where person = $1 and last_step < $2',
    [user, step],
  );
  if (rowCount === 1 && row) await reencryptOne(pool, user, row, encryptionUnder());
  return rowCount === 1;
}

/** Re-encrypts an app's secret under the current key if it was under a previous one. */
async function reencryptOne(
  pool: Pool,
  user: string,
  { secret }: Pick<Row, 'secret'>,
  { again }: Encryption,
) {
  const fresh = again(secret, user);
  if (fresh)
    await pool.query('update second_factor set secret = $2 where person = $1 and secret = $3', [
      user,
      fresh,
      secret,
    ]);
}

/**
 * Re-encrypts every second factor under the first of `secrets`; the others are then no longer needed for them.
 */
export async function reencryptSecondFactors(pool: Pool, secrets = authSecrets()): Promise<void> {
  if (secrets.length === 1) return;
  const { rows } = await pool.query<{ person: string; secret: Buffer }>(
    'select person, secret from second_factor',
  );
  const encryption = encryptionUnder(secrets);
  for (const row of rows) await reencryptOne(pool, row.person, row, encryption);
  await reencryptCodes(pool, secrets);
}
