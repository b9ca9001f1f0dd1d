// Checks a password and starts a session.

import type { Pool } from 'pg';
import { emailKey } from './accounts/accounts.ts';
import { passwordFits } from './accounts/password.ts';
import { rememberDevice } from './second-factor/devices.ts';
import { digestOf, endSession, readStanding, type Stage, startSession } from './sessions.ts';
import { clearGuess, reserveAttempt, sourceKeys, type ThrottleKey } from './throttle.ts';

/** What a browser sends at sign-in. */
export type Visitor = {
  address: string | null;
  userAgent: string | null;
  /** Values of the device and session cookies, if any. */
  deviceToken: string | null;
  sessionToken: string | null;
  allowDemo: boolean;
};

export type SignInRequest = Visitor & { email: string; password: string };

export type SignedIn = {
  outcome: 'signed-in';
  person: { id: string; email: string; name: string };
  session: string;
  /** The authentication stage that the session has reached. */
  stage: Stage;
  /** For the device cookie; null until the sign-in is complete. */
  device: string | null;
};

export type SignInResult =
  | SignedIn
  /** `stale`: the sign-in at the provider is older than requested. */
  | { outcome: 'refused'; person: string | null; code?: 'stale' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

type Account = {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  open: boolean;
  known_device: boolean;
};

/**
 * Checks one password. While an account or address is throttled, no password is checked. The owner's known
 * browser has its own count and can still sign in, also when all users share the address of one proxy. Success
 * ends the browser's previous session.
 */
export async function signIn(pool: Pool, request: SignInRequest): Promise<SignInResult> {
  const key = emailKey(request.email);
  const account = key ? await findAccount(pool, key, request) : null;
  const keys = throttleKeys(key ?? request.email.slice(0, 400), account, request);
  const guess = await reserveAttempt(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const fits = await passwordFits(account?.open ? account.password_hash : null, request.password);
  if (!fits || !account) return { outcome: 'refused', person: account?.id ?? null };
  await clearGuess(pool, keys);
  return enter(pool, account, request);
}

/** Starts a session for an authenticated user, and ends the browser's previous one. */
export async function enter(
  pool: Pool,
  user: SignedIn['person'],
  visitor: Visitor,
  begun: { byProvider?: boolean; authenticatedAt?: string | null } = {},
): Promise<SignedIn> {
  if (visitor.sessionToken) await endSession(pool, visitor.sessionToken);
  const session = await startSession(pool, user.id, visitor, begun);
  const standing = await readStanding(pool, session, visitor.allowDemo);
  const stage = standing?.stage ?? 'open';
  // A browser is known only after a complete sign-in, so that a stolen password alone gives no extra attempts.
  const device = stage === 'open' ? await rememberDevice(pool, user.id, visitor.deviceToken) : null;
  const { id, email, name } = user;
  return { outcome: 'signed-in', person: { id, email, name }, session, stage, device };
}

async function findAccount(pool: Pool, key: string, request: SignInRequest): Promise<Account | null> {
  const { rows } = await pool.query<Account>(
    `select id, email, name, password_hash, disabled_at is null and (not is_demo or $3) as open,
       exists (select 1 from device d where d.person = person.id and d.id_hash = $2) as known_device
     from person where email_key = $1`,
    [key, digestOf(request.deviceToken ?? ''), request.allowDemo],
  );
  return rows[0] ?? null;
}

function throttleKeys(account: string, found: Account | null, request: SignInRequest): ThrottleKey[] {
  if (found?.known_device && request.deviceToken) {
    return [{ kind: 'device', value: `${found.id} ${request.deviceToken}` }];
  }
  return [{ kind: 'account', value: account }, ...sourceKeys(request.address)];
}
