// Signs users in by an OpenID provider.

import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Pool } from 'pg';
import type { OidcProvider } from '#lib/env';
import { emailKey } from '../accounts/accounts.ts';
import { auditedChange } from '../accounts/audited-change.ts';
import { sessionHours } from '../session-limits.ts';
import { enter, type SignedIn, type SignInResult, type Visitor } from '../sign-in.ts';

/** What an ID token, and the user info, say about a user. */
export type Claims = {
  iss?: string;
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  auth_time?: number;
};

/** Oldest password entry at the provider that a session may be based on. */
const authAgeMaxSeconds = sessionHours * 3600;
/** Allowed clock difference between a provider and this machine. */
export const leewayMs = 60_000;

/**
 * Whether the password was entered at the provider longer ago than the requested max_age, or in the future. A provider
 * that states no time is accepted: the time is then unknown, and sensitive work needs a new password entry.
 */
export function isTooOld({ auth_time: at }: Claims, nowMs = Date.now()): boolean {
  if (typeof at !== 'number') return false;
  const ageMs = nowMs - at * 1000;
  return !(ageMs >= -leewayMs && ageMs <= authAgeMaxSeconds * 1000 + leewayMs);
}

/** The provider configuration for next-auth: code flow with PKCE, state and nonce; the ID token is verified. */
export function openIdProvider({ issuer, clientId, clientSecret }: OidcProvider): OAuthConfig<Claims> {
  return {
    id: 'oidc',
    name: 'OpenID Connect',
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    // With max_age, a provider must state when the password was entered; no session is based on an older entry.
    authorization: { params: { scope: 'openid email profile', max_age: authAgeMaxSeconds } },
    userinfo: {
      // Many providers omit the address from the ID token; openid-client rejects user info about another
      // subject.
      async request({ client, tokens }) {
        const claims = (tokens as unknown as { claims(): Claims }).claims();
        if (claims.email !== undefined || !tokens.access_token) return claims;
        // The time of authentication counts only from the ID token.
        return { ...(await client.userinfo(tokens.access_token)), auth_time: undefined, ...claims };
      },
    },
    profile: (claims) => ({ id: claims.sub, name: claims.name, email: claims.email }),
  };
}

/**
 * Records in the audit trail that an account was bound to an identity at the provider; if this fails, the
 * binding is undone.
 */
export type RecordBinding = (action: 'provider-bind' | 'provider-link', user: string) => Promise<void>;

/**
 * The account of a provider's user: the one bound to its subject, else one with an open invitation, no password
 * and the same verified address, which is then bound. No account is created, and one with a password is never
 * bound here: its owner links it while signed in (provider-link.ts). A sign-in at the provider that is too old is
 * refused first, so that it binds nothing.
 */
export async function signInByProvider(
  pool: Pool,
  provider: OidcProvider,
  claims: Claims,
  visitor: Visitor,
  record: RecordBinding,
): Promise<SignInResult> {
  if (claims.iss !== provider.issuer || !claims.sub) return { outcome: 'refused', person: null };
  const bound = await pool.query<SignedIn['person'] & { open: boolean }>(
    `select id, email, name, disabled_at is null and (not is_demo or $3) as open
     from person where oidc_issuer = $1 and oidc_subject = $2`,
    [provider.issuer, claims.sub, visitor.allowDemo],
  );
  const known = bound.rows[0];
  if (known && !known.open) return { outcome: 'refused', person: null };
  if (isTooOld(claims)) return { outcome: 'refused', person: known?.id ?? null, code: 'stale' };
  const user = known ?? (await bindInvited(pool, claims, visitor.allowDemo, record));
  if (!user) return { outcome: 'refused', person: null };
  // A time that is not known is not recent: sensitive operations require re-authentication.
  const authenticatedAt =
    claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000).toISOString();
  return enter(pool, user, visitor, { byProvider: true, authenticatedAt });
}

/** Binds the invited account of a verified address and uses up its invitation; null when there is none. */
async function bindInvited(
  pool: Pool,
  claims: Claims,
  allowDemo: boolean,
  record: RecordBinding,
): Promise<SignedIn['person'] | null> {
  const key = claims.email_verified === true ? emailKey(claims.email ?? '') : null;
  if (key === null) return null;
  return auditedChange(pool, async (client) => {
    const { rows } = await client.query<SignedIn['person']>(
      `update person p set oidc_issuer = $1, oidc_subject = $2 from invitation i
       where i.person = p.id and i.expires_at > now() and p.email_key = $3 and p.oidc_subject is null
         and p.password_hash is null and p.disabled_at is null and (not p.is_demo or $4)
       returning p.id, p.email, p.name`,
      [claims.iss, claims.sub, key, allowDemo],
    );
    const found = rows[0];
    if (!found) return null;
    await client.query('delete from invitation where person = $1', [found.id]);
    await record('provider-bind', found.id);
    return found;
  });
}
