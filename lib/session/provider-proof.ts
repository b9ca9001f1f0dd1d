import type { Pool } from 'pg';
import { authSecrets, type OidcProvider } from '../env.ts';
import { openSealing } from '../store/seal.ts';
import type { Claims } from './oidc.ts';
import { renewSession, type SessionName, type Standing, standingNow } from './sessions.ts';
import type { SignInResult } from './sign-in.ts';

/** What somebody who is signed in was sent to the OpenID provider for: to prove who they are, or to link it. */
export type ProviderPurpose = 'again' | 'link';

/** A way to the provider that has begun: whose session, what for, and when. */
export type ProviderProof = SessionName & { purpose: ProviderPurpose; sentAtMs: number };

const minutesMax = 15;
/** How far the clocks of a provider and this machine may be apart. */
const leewayMs = 60_000;
const use = 'sharebook provider proof';
const about = 'again';

/** Who proves themselves at the provider: people with neither a password nor a second factor here (ruling 8). */
export const provesAtProvider = ({ stage, hasPassword, enrolled }: Standing) =>
  stage !== 'code' && !hasPassword && !enrolled;

/**
 * The value of a cookie that says, on the way back, what somebody was sent to the provider for. The session's own cookie
 * is Strict and stays away from that request; this one opens nothing and lasts a quarter of an hour.
 */
export function sealProof(
  { id, sessionBegan }: SessionName,
  purpose: ProviderPurpose,
  nowMs = Date.now(),
): string {
  const proof: ProviderProof = { id, sessionBegan, purpose, sentAtMs: nowMs };
  return openSealing(authSecrets(), use).close(JSON.stringify(proof), about).toString('base64url');
}

/** What such a cookie says, or null: absent, too old, or not ours. */
export function readProof(value: string | null, nowMs = Date.now()): ProviderProof | null {
  const text = value && openSealing(authSecrets(), use).open(Buffer.from(value, 'base64url'), about);
  if (!text) return null;
  const proof = JSON.parse(text) as ProviderProof;
  return nowMs - proof.sentAtMs < minutesMax * 60_000 ? proof : null;
}

/** Whether the password was entered at the provider since the person was sent there (auth_time, never our guess). */
export const signedInSince = ({ auth_time: at }: Claims, { sentAtMs }: ProviderProof): boolean =>
  at !== undefined && at * 1000 >= sentAtMs - leewayMs;

/**
 * Somebody has come back from the provider to whom they had to prove themselves anew: the same person must have entered
 * their password there since they were sent. The session then goes on under a new id. Anything
 * else refuses, and leaves the session as it was.
 */
export async function proveByProvider(
  pool: Pool,
  provider: OidcProvider,
  claims: Claims,
  proof: ProviderProof,
  allowDemo: boolean,
): Promise<SignInResult> {
  const standing = await standingNow(pool, proof, allowDemo);
  const { rows } = await pool.query<{ id: string }>(
    'select id from person where oidc_issuer = $1 and oidc_subject = $2 and id = $3',
    [provider.issuer, claims.sub, proof.id],
  );
  const person = standing?.person;
  const asked = proof.purpose === 'again' && signedInSince(claims, proof);
  if (!person || !provesAtProvider(standing) || claims.iss !== provider.issuer || !rows[0] || !asked)
    return { outcome: 'refused', person: proof.id };
  const session = await renewSession(pool, person.sessionId, false);
  if (session === null) return { outcome: 'refused', person: proof.id };
  return { outcome: 'signed-in', person, session, stage: standing.stage, device: null };
}
