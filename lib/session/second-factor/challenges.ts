import type { Pool } from 'pg';
import { newToken } from '../sessions.ts';

export const challengeMinutes = 5;

/** What a challenge is for: creating a passkey, or signing with one. */
export type ChallengeUse = 'add' | 'prove';

/** A new challenge for a session, replacing an earlier one. Null when the session has ended. */
export async function beginChallenge(
  pool: Pool,
  sessionId: string,
  use: ChallengeUse,
): Promise<string | null> {
  const challenge = newToken();
  const { rowCount } = await pool.query(
    `update session set challenge = $2, challenge_for = $3, challenge_until = now() + $4 * interval '1 minute'
     where id_hash = $1`,
    [Buffer.from(sessionId, 'base64url'), Buffer.from(challenge, 'base64url'), use, challengeMinutes],
  );
  return rowCount === 1 ? challenge : null;
}

/**
 * Takes the session's challenge, once; null when there is none, when it was for another use, or when it is too
 * old.
 */
export async function takeChallenge(
  pool: Pool,
  sessionId: string,
  use: ChallengeUse,
): Promise<string | null> {
  const { rows } = await pool.query<{ challenge: Buffer; fits: boolean }>(
    `with old as (
       select id_hash, challenge, challenge_for = $2 and challenge_until > now() as fits
       from session where id_hash = $1 and challenge is not null for update)
     update session s set challenge = null, challenge_for = null, challenge_until = null
     from old where s.id_hash = old.id_hash returning old.challenge, old.fits`,
    [Buffer.from(sessionId, 'base64url'), use],
  );
  return rows[0]?.fits ? rows[0].challenge.toString('base64url') : null;
}
