// Links an account to an identity at the OpenID provider.

import type { Pool } from 'pg';
import type { OidcProvider } from '#lib/env';
import { auditedChange } from '../accounts/audited-change.ts';
import { standingNow } from '../sessions.ts';
import type { Claims, RecordBinding } from './oidc.ts';
import { type ProviderProof, signedInSince } from './provider-proof.ts';

/** `taken`: the identity at the provider belongs to another account. `failed`: any other reason. */
export type LinkResult = 'linked' | 'taken' | 'failed';

/** Whether the account is bound to an identity at the OpenID provider. */
export async function isLinked(pool: Pool, user: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from person where id = $1 and oidc_subject is not null', [
    user,
  ]);
  return rowCount === 1;
}

/**
 * Binds the identity that has just signed in at the provider to the account of the session that requested it.
 * The e-mail address there may differ. Refused when that session has ended, when the identity or the account is
 * already bound, or when the sign-in there is older than the request.
 */
export async function linkByProvider(
  pool: Pool,
  provider: OidcProvider,
  claims: Claims,
  proof: ProviderProof,
  { allowDemo, record }: { allowDemo: boolean; record: RecordBinding },
): Promise<LinkResult> {
  const standing = await standingNow(pool, proof, allowDemo);
  const fits = claims.iss === provider.issuer && claims.sub !== '' && signedInSince(claims, proof);
  if (standing?.stage !== 'open' || !fits) return 'failed';
  const identity = [provider.issuer, claims.sub];
  return auditedChange<LinkResult>(pool, async (client) => {
    const taken = await client.query(
      'select 1 from person where oidc_issuer = $1 and oidc_subject = $2',
      identity,
    );
    if (taken.rowCount !== 0) return 'taken';
    const { rowCount } = await client.query(
      `update person set oidc_issuer = $1, oidc_subject = $2
       where id = $3 and oidc_subject is null and disabled_at is null`,
      [...identity, proof.id],
    );
    if (rowCount !== 1) return 'failed';
    await record('provider-link', proof.id);
    return 'linked';
  }).catch((error: { code?: string }) => {
    // Two processes over one store: the constraint decides which was first.
    if (error.code === '23505') return 'taken';
    throw error;
  });
}

/**
 * Removes the link and ends the user's other sessions that began at the provider. False when there is no link,
 * or when the user could not sign in without it.
 */
export function unlink(
  pool: Pool,
  { id, sessionId }: { id: string; sessionId: string },
  record: () => Promise<void>,
): Promise<boolean> {
  return auditedChange(pool, async (client) => {
    const { rowCount } = await client.query(
      `update person set oidc_issuer = null, oidc_subject = null
       where id = $1 and oidc_subject is not null and password_hash is not null`,
      [id],
    );
    if (rowCount !== 1) return false;
    await client.query('delete from session where person = $1 and by_provider and id_hash <> $2', [
      id,
      Buffer.from(sessionId, 'base64url'),
    ]);
    await record();
    return true;
  });
}
