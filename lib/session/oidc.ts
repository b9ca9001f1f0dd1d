import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Pool } from 'pg';
import type { OidcProvider } from '../env.ts';
import { withTransaction } from '../postgres/pool.ts';
import { emailKey } from './accounts.ts';
import { sessionHours } from './cookies.ts';
import { enter, type SignedIn, type SignInResult, type Visitor } from './sign-in.ts';

/** What an ID token, and the user info behind it, say of a person. */
export type Claims = {
  iss?: string;
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  auth_time?: number;
};

/** The provider as next-auth takes it: code flow with PKCE, state and nonce, its ID token verified. */
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
    // With max_age a provider must say when it asked for the password; no session of ours rests on an older one.
    authorization: { params: { scope: 'openid email profile', max_age: sessionHours * 3600 } },
    userinfo: {
      // Many providers leave the address out of the ID token; openid-client refuses user info about somebody else.
      async request({ client, tokens }) {
        const claims = (tokens as unknown as { claims(): Claims }).claims();
        if (claims.email !== undefined || !tokens.access_token) return claims;
        return { ...(await client.userinfo(tokens.access_token)), ...claims };
      },
    },
    profile: (claims) => ({ id: claims.sub, name: claims.name, email: claims.email }),
  };
}

/**
 * The person a provider vouches for: whoever is bound to its subject, else somebody invited with the same verified
 * address, who is bound to it from now on. Nobody is created. A known address that is bound to another subject, not
 * verified, or closed opens nothing.
 */
export async function signInByProvider(
  pool: Pool,
  provider: OidcProvider,
  claims: Claims,
  visitor: Visitor,
): Promise<SignInResult> {
  if (claims.iss !== provider.issuer || !claims.sub) return { outcome: 'refused', person: null };
  const person = await withTransaction(pool, async (client) => {
    const bound = await client.query<SignedIn['person'] & { open: boolean }>(
      `select id, email, name, disabled_at is null and (not is_demo or $3) as open
       from person where oidc_issuer = $1 and oidc_subject = $2`,
      [provider.issuer, claims.sub, visitor.allowDemo],
    );
    if (bound.rows[0]) return bound.rows[0].open ? bound.rows[0] : null;
    const key = claims.email_verified === true ? emailKey(claims.email ?? '') : null;
    const invited = await client.query<SignedIn['person']>(
      `update person set oidc_issuer = $1, oidc_subject = $2
       where email_key = $3 and oidc_subject is null and disabled_at is null and (not is_demo or $4)
       returning id, email, name`,
      [provider.issuer, claims.sub, key, visitor.allowDemo],
    );
    const found = invited.rows[0];
    if (found) await client.query('delete from invitation where person = $1', [found.id]);
    return found ?? null;
  });
  if (!person) return { outcome: 'refused', person: null };
  // Not told when: then long ago, and sensitive work asks for another proof.
  const authenticatedAt = new Date((claims.auth_time ?? 0) * 1000).toISOString();
  return enter(pool, person, visitor, { byProvider: true, authenticatedAt });
}
