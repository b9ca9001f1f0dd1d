// Issues and deletes API access tokens, and reads them from an Authorization header.

import { randomBytes } from 'node:crypto';
import type { Db } from '../db/session.ts';
import { digest } from './secrets.ts';

export const tokenLifetimeSeconds = 3600;

/**
 * Creates an access token of 256 random bits; only its digest is stored. `scope` must be readable by
 * `readScope`. Null gives the token all rights of the client.
 */
export async function issueToken(db: Db, clientId: string, scope: string | null, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    'insert into api_token (token_hash, client_id, scope, issued_at, expires_at) values ($1, $2, $3, $4, $5)',
    [digest(token), clientId, scope, now, new Date(now.getTime() + tokenLifetimeSeconds * 1000)],
  );
  return token;
}

/** Deletes expired tokens. */
export async function forgetExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.query('delete from api_token where expires_at <= $1', [now]);
}

/** Maximum length of an Authorization header; our own tokens are shorter. */
const tokenMax = 512;

/** The token of an Authorization header, else undefined. The scheme is not case-sensitive. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > tokenMax) return undefined;
  return /^bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
}
