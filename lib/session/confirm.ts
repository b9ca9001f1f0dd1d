import type { Pool } from 'pg';
import { emailKey } from './accounts.ts';
import { isKnownDevice } from './devices.ts';
import { passwordFits } from './password.ts';
import { checkCode } from './second-factor.ts';
import { renewSession, type Standing } from './sessions.ts';
import { clearGuess, type ThrottleKey, takeGuess } from './throttle.ts';

export type Proof = { password: string; code: string; deviceToken: string | null };

export type Confirmation =
  /** `session`: the value for the cookie from now on. */
  | { outcome: 'confirmed'; session: string; by: 'password' | 'code' | 'recovery' }
  | { outcome: 'wrong' | 'missing'; field: 'password' | 'code' }
  /** No password and no second factor here: the OpenID provider has to be asked again. */
  | { outcome: 'elsewhere' }
  | { outcome: 'throttled'; retryAfterSeconds: number }
  | { outcome: 'ended' };

/** The count of wrong passwords of an account, as sign-in keeps it. */
export const passwordKey = (email: string): ThrottleKey => ({
  kind: 'account',
  value: emailKey(email) ?? email,
});

/**
 * Asks a signed-in person to prove again who they are: password, and a code where a second factor is set up (decisions,
 * ruling 8). Wrong passwords count as they do at sign-in. The session then goes on under a new id.
 */
export async function confirmPerson(pool: Pool, standing: Standing, proof: Proof): Promise<Confirmation> {
  const { person, enrolled, hasPassword } = standing;
  if (!hasPassword && !enrolled) return { outcome: 'elsewhere' };
  // Said before anything is checked: what is asked for is no secret to the person.
  if (hasPassword && !proof.password) return { outcome: 'missing', field: 'password' };
  if (enrolled && !proof.code) return { outcome: 'missing', field: 'code' };
  if (hasPassword) {
    const checked = await checkPassword(pool, person, proof);
    if (checked.outcome === 'wrong') return { outcome: 'wrong', field: 'password' };
    if (checked.outcome === 'throttled') return checked;
  }
  let by: 'password' | 'code' | 'recovery' = 'password';
  if (enrolled) {
    const checked = await checkCode(pool, person.id, proof.code, proof.deviceToken);
    if (checked.outcome === 'wrong') return { outcome: 'wrong', field: 'code' };
    if (checked.outcome === 'throttled') return checked;
    by = checked.by;
  }
  const session = await renewSession(pool, person.sessionId, enrolled);
  return session === null ? { outcome: 'ended' } : { outcome: 'confirmed', session, by };
}

type PasswordCheck =
  | { outcome: 'right' }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

async function checkPassword(
  pool: Pool,
  { id, email }: Standing['person'],
  { password, deviceToken }: Proof,
): Promise<PasswordCheck> {
  const known = await isKnownDevice(pool, id, deviceToken);
  const keys: ThrottleKey[] = [
    known ? { kind: 'device', value: `${id} ${deviceToken}` } : passwordKey(email),
  ];
  const guess = await takeGuess(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const { rows } = await pool.query<{ password_hash: string | null }>(
    'select password_hash from person where id = $1 and disabled_at is null',
    [id],
  );
  if (!(await passwordFits(rows[0]?.password_hash ?? null, password))) return { outcome: 'wrong' };
  await clearGuess(pool, keys);
  return { outcome: 'right' };
}
