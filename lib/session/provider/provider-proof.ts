// Re-authentication at the OpenID provider, and the cookie that records why a user was sent there.

import type { Pool } from 'pg';
import { authSecrets, type OidcProvider } from '#lib/env';
import { createEncryption } from '#lib/store/encryption';
import { renewSession, type SessionName, type Standing, standingNow } from '../sessions.ts';
import type { SignInResult } from '../sign-in.ts';
import { type Claims, leewayMs } from './oidc.ts';

/** Why a signed-in user was sent to the OpenID provider: to re-authenticate, or to link the identity. */
export type ProviderPurpose = 'again' | 'link';

/** A started visit to the provider: whose session, its purpose, and when. */
export type ProviderProof = SessionName & { purpose: ProviderPurpose; sentAtMs: number };

const minutesMax = 15;
const use = 'sharebook provider proof';
const about = 'again';

/** Who re-authenticates at the provider: users with neither a password nor a second factor here. */
export const provesAtProvider = ({ stage, hasPassword, enrolled }: Standing) =>
  stage !== 'code' && !hasPassword && !enrolled;

/**
 * The value of a cookie that records why a user was sent to the provider. The session cookie is Strict and is
 * not sent on the return; this one gives no access and lasts 15 minutes.
 */
export function encryptProof(
  { id, sessionBegan }: SessionName,
  purpose: ProviderPurpose,
  nowMs = Date.now(),
): string {
  const proof: ProviderProof = { id, sessionBegan, purpose, sentAtMs: nowMs };
  return createEncryption(authSecrets(), use).close(JSON.stringify(proof), about).toString('base64url');
}

/** The content of such a cookie, or null: absent, too old, or not ours. */
export function readProof(value: string | null, nowMs = Date.now()): ProviderProof | null {
  const text = value && createEncryption(authSecrets(), use).open(Buffer.from(value, 'base64url'), about);
  if (!text) return null;
  const proof = JSON.parse(text) as ProviderProof;
  return nowMs - proof.sentAtMs < minutesMax * 60_000 ? proof : null;
}

/**
 * Whether the password was entered at the provider after the user was sent there, by the provider's auth_time.
 */
export const signedInSince = ({ auth_time: at }: Claims, { sentAtMs }: ProviderProof): boolean =>
  at !== undefined && at * 1000 >= sentAtMs - leewayMs;

/**
 * Ends a re-authentication at the provider: the same user must have entered their password there since they
 * were sent. The session then continues under a new ID. Anything else is refused and leaves the session
 * unchanged.
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
  const user = standing?.person;
  const requested = proof.purpose === 'again' && signedInSince(claims, proof);
  if (!user || !provesAtProvider(standing) || claims.iss !== provider.issuer || !rows[0] || !requested)
    return { outcome: 'refused', person: proof.id };
  const session = await renewSession(pool, user.sessionId, false);
  if (session === null) return { outcome: 'refused', person: proof.id };
  return { outcome: 'signed-in', person: user, session, stage: standing.stage, device: null };
}
