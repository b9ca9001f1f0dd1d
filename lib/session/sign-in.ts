import type { Pool } from 'pg';
import { emailKey } from './accounts.ts';
import { passwordFits } from './password.ts';
import { digestOf, endSession, newToken, startSession } from './sessions.ts';
import { clearGuess, type ThrottleKey, takeGuess } from './throttle.ts';

export type SignInRequest = {
  email: string;
  password: string;
  address: string | null;
  userAgent: string | null;
  /** Values of the device and session cookies the browser sent, if any. */
  deviceToken: string | null;
  sessionToken: string | null;
  allowDemo: boolean;
};

export type SignInResult =
  | {
      outcome: 'signed-in';
      person: { id: string; email: string; name: string };
      session: string;
      device: string;
    }
  | { outcome: 'refused'; person: string | null }
  | { outcome: 'throttled'; retryAfterSeconds: number };

type Account = {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  open: boolean;
  known_device: boolean;
};

const devicesMax = 10;

/**
 * Checks one password. While an account or address is throttled no password is verified; the owner's known browser has
 * a count of its own and stays open (decisions, ruling 23). Success ends the session the browser came with.
 */
export async function signIn(pool: Pool, request: SignInRequest): Promise<SignInResult> {
  const key = emailKey(request.email);
  const account = key ? await findAccount(pool, key, request) : null;
  const keys = throttleKeys(key ?? request.email.slice(0, 400), account, request);
  const guess = await takeGuess(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const fits = await passwordFits(account?.open ? account.password_hash : null, request.password);
  if (!fits || !account) return { outcome: 'refused', person: account?.id ?? null };
  await clearGuess(pool, keys);
  if (request.sessionToken) await endSession(pool, request.sessionToken);
  const session = await startSession(pool, account.id, request);
  const device = await rememberDevice(pool, account, request.deviceToken);
  const { id, email, name } = account;
  return { outcome: 'signed-in', person: { id, email, name }, session, device };
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
  const keys: ThrottleKey[] = [{ kind: 'account', value: account }];
  // Behind a proxy on this machine everybody comes from loopback: guesses of one would shut out all.
  if (request.address && !/^(127\.|::1$)/.test(request.address)) {
    keys.push({ kind: 'source', value: request.address });
  }
  return keys;
}

/** Keeps a browser's own token when it is already this person's, else gives it a new one; the oldest are forgotten. */
async function rememberDevice(pool: Pool, account: Account, token: string | null): Promise<string> {
  if (account.known_device && token) {
    await pool.query('update device set used_at = now() where id_hash = $1', [digestOf(token)]);
    return token;
  }
  const fresh = newToken();
  await pool.query('insert into device (id_hash, person) values ($1, $2)', [digestOf(fresh), account.id]);
  await pool.query(
    `delete from device where person = $1 and id_hash not in
       (select id_hash from device where person = $1 order by used_at desc limit $2)`,
    [account.id, devicesMax],
  );
  return fresh;
}
