// Re-authenticates a signed-in user by password and code, or by passkey.

import type { Pool } from 'pg';
import { emailKey } from './accounts/accounts.ts';
import { passwordFits } from './accounts/password.ts';
import { isKnownDevice } from './second-factor/devices.ts';
import type { PasskeyProof } from './second-factor/passkey-shapes.ts';
import { type PasskeyError, passkeySite, verifyPasskey } from './second-factor/passkeys.ts';
import { checkCode, codeKeys } from './second-factor/second-factor.ts';
import { renewSession, type Standing } from './sessions.ts';
import { clearGuess, reserveAttempt, type ThrottleKey } from './throttle.ts';

export type Proof = {
  password: string;
  code: string;
  deviceToken: string | null;
  /** A passkey's signature; it replaces password and code, because the device has verified its user. */
  passkey?: PasskeyProof;
};

export type Confirmation =
  /** `session`: the new value of the cookie. */
  | { outcome: 'confirmed'; session: string; by: 'password' | 'code' | 'recovery' | 'passkey' }
  | { outcome: 'wrong' | 'missing'; field: 'password' | 'code' }
  | { outcome: 'wrong'; field: 'passkey'; why: PasskeyError }
  /**
   * The account has neither password nor second factor here: the user must re-authenticate at the OpenID
   * provider.
   */
  | { outcome: 'elsewhere' }
  | { outcome: 'throttled'; retryAfterSeconds: number }
  | { outcome: 'ended' };

/** The throttle key for wrong passwords of an account, shared with sign-in. */
export const passwordKey = (email: string): ThrottleKey => ({
  kind: 'account',
  value: emailKey(email) ?? email,
});

/**
 * Re-authenticates a signed-in user: by a passkey, or by the password and a code where a second factor is set
 * up. Wrong passwords count as at sign-in. The session then continues under a new ID.
 */
export async function confirmUser(pool: Pool, standing: Standing, proof: Proof): Promise<Confirmation> {
  const { person: user, enrolled, hasPassword } = standing;
  if (proof.passkey) return confirmByPasskey(pool, standing, proof.passkey, proof.deviceToken);
  if (!hasPassword && !enrolled) return { outcome: 'elsewhere' };
  // Returned before anything is checked: the user may know which fields are required.
  if (hasPassword && !proof.password) return { outcome: 'missing', field: 'password' };
  if (enrolled && !proof.code) return { outcome: 'missing', field: 'code' };
  if (hasPassword) {
    const checked = await checkPassword(pool, user, proof);
    if (checked.outcome === 'wrong') return { outcome: 'wrong', field: 'password' };
    if (checked.outcome === 'throttled') return checked;
  }
  let by: 'password' | 'code' | 'recovery' = 'password';
  if (enrolled) {
    const from = { deviceToken: proof.deviceToken, address: null };
    const checked = await checkCode(pool, user.id, proof.code, from);
    if (checked.outcome === 'wrong') return { outcome: 'wrong', field: 'code' };
    if (checked.outcome === 'throttled') return checked;
    by = checked.by;
  }
  const session = await renewSession(pool, user.sessionId, enrolled);
  return session === null ? { outcome: 'ended' } : { outcome: 'confirmed', session, by };
}

/** The same by a passkey alone. Its failures count like wrong codes. */
async function confirmByPasskey(
  pool: Pool,
  { person: user }: Standing,
  given: PasskeyProof,
  deviceToken: string | null,
): Promise<Confirmation> {
  const site = passkeySite();
  if (!site) return { outcome: 'wrong', field: 'passkey', why: 'unknown' };
  const keys = await codeKeys(pool, user.id, { deviceToken, address: null });
  const guess = await reserveAttempt(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const why = await verifyPasskey(pool, site, user, given);
  if (why) return { outcome: 'wrong', field: 'passkey', why };
  await clearGuess(pool, keys);
  const session = await renewSession(pool, user.sessionId, true);
  return session === null ? { outcome: 'ended' } : { outcome: 'confirmed', session, by: 'passkey' };
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
  const guess = await reserveAttempt(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const { rows } = await pool.query<{ password_hash: string | null }>(
    'select password_hash from person where id = $1 and disabled_at is null',
    [id],
  );
  if (!(await passwordFits(rows[0]?.password_hash ?? null, password))) return { outcome: 'wrong' };
  await clearGuess(pool, keys);
  return { outcome: 'right' };
}
