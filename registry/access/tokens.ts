import { randomBytes } from 'node:crypto';
import type { Db } from '../db/session.ts';
import { digest } from './secrets.ts';

export const tokenLifetimeSeconds = 3600;

/**
 * Makes an access token of 256 random bits for a client; only its digest is stored. `scope` is kept as it was asked for,
 * in words that `readScope` takes; null leaves the token everything that the client may do.
 */
export async function issueToken(db: Db, clientId: string, scope: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    'insert into api_token (token_hash, client_id, scope, issued_at, expires_at) values ($1, $2, $3, $4, $5)',
    [digest(token), clientId, scope, now, new Date(now.getTime() + tokenLifetimeSeconds * 1000)],
  );
  return token;
}

/** Deletes tokens whose time is over. */
export async function forgetExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.query('delete from api_token where expires_at <= $1', [now]);
}

/** Characters of an Authorization header; our own tokens need less. */
const tokenMax = 512;

/** The token of an Authorization header; the scheme's case does not matter. Undefined when it is anything else. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > tokenMax) return undefined;
  return /^bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
}
