// Starts, reads, renews and ends sessions.

import { hash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { isRole, needsSecondFactor, type Role, roles, type User } from '../access/roles.ts';
import { env, type SecondFactorRule } from '../env.ts';
import { batchLoaderFor } from './batch-loader.ts';
import { idleMinutes, sessionHours } from './session-limits.ts';

/** SHA-256 of a cookie's random value: the only form that is stored. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export type Origin = { address: string | null; userAgent: string | null };

type Begun = {
  /** True when the user signed in through an OpenID provider instead of a password. */
  byProvider?: boolean;
  /** When the user last authenticated; ISO instant, default now. Null: not known. */
  authenticatedAt?: string | null;
};

/** Starts a session and returns the value for its cookie. Always a new ID, which prevents session fixation. */
export async function startSession(
  pool: Pool,
  user: string,
  origin: Origin,
  { byProvider = false, authenticatedAt = 'now' }: Begun = {},
): Promise<string> {
  const token = newToken();
  await pool.query(
    `with swept as (delete from session where expires_at < now() or seen_at < now() - $5 * interval '1 minute')
     insert into session (id_hash, person, expires_at, address, user_agent, by_provider, authenticated_at)
     values ($1, $2, now() + $6 * interval '1 hour', $3, $4, $7,
       case when $8::timestamptz is not null then least($8, now()) end)`,
    [
      digestOf(token),
      user,
      origin.address,
      origin.userAgent?.slice(0, 300) ?? null,
      idleMinutes,
      sessionHours,
      byProvider,
      authenticatedAt,
    ],
  );
  return token;
}

/**
 * Records a re-authentication: the time counts from now, and the session continues under a new ID (ASVS 7.2.4).
 * `second`: a second factor was used as well. Returns the value for the cookie, or null when the session has
 * ended.
 */
export async function renewSession(pool: Pool, sessionId: string, second: boolean): Promise<string | null> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `update session set id_hash = $2, authenticated_at = now(), seen_at = now(),
       second_at = case when $3 then now() else second_at end where id_hash = $1`,
    [Buffer.from(sessionId, 'base64url'), digestOf(token), second],
  );
  return rowCount === 1 ? token : null;
}

/** Ends the session of a cookie; a copy of the cookie is invalid from then on. */
export async function endSession(pool: Pool, token: string): Promise<void> {
  if (tokenForm.test(token)) await pool.query('delete from session where id_hash = $1', [digestOf(token)]);
}

/**
 * Authentication stage of a session: complete, waiting for a code, or waiting for the setup of a second factor.
 */
export type Stage = 'open' | 'code' | 'enrol';

export type Standing = {
  person: User;
  stage: Stage;
  /** A second factor is set up: an authenticator app, a passkey, or both. */
  enrolled: boolean;
  hasApp: boolean;
  hasPasskey: boolean;
  /** A password is set; users of an OpenID provider may have none. */
  hasPassword: boolean;
};

type Row = {
  id: string;
  email: string;
  name: string;
  role: Role;
  hash: Buffer;
  began: string;
  authenticated_at: string | null;
  stale: boolean;
  has_app: boolean;
  has_passkey: boolean;
  second: boolean;
  has_password: boolean;
  sees_documents: boolean;
  issuers: bigint[];
};

/**
 * The user of a session cookie, with current grants and authentication stage, or null: unknown, ended, idle for
 * 30 minutes, older than 12 hours, account disabled, or a demo account outside the demo. One query; the time of
 * last use is written at most once a minute.
 */
export async function readStanding(
  pool: Pool,
  token: string | null,
  allowDemo: boolean,
  rule = env().secondFactor,
): Promise<Standing | null> {
  if (token === null || !tokenForm.test(token)) return null;
  const row = await rowsOf(pool, allowDemo)(digestOf(token).toString('base64url'));
  return row ? standingOf(pool, row, rule) : null;
}

/** Lookups of concurrent requests share one query of the store; results are never cached. */
const rowsOf = batchLoaderFor(async (pool: Pool, allowDemo, ids) => {
  const hashes = ids.map((id) => Buffer.from(id, 'base64url'));
  const key: Key = { name: 'session-read', where: 's.id_hash = any($1)', values: [hashes] };
  const rows = await liveRows(pool, key, allowDemo);
  return new Map(rows.map((row) => [row.hash.toString('base64url'), row]));
});

/** By user and start of the session, as formatted by `beganKey`. */
const rowsNow = batchLoaderFor(async (pool: Pool, allowDemo, keys) => {
  const key: Key = {
    name: 'session-onward',
    where: '(s.person, s.created_at) in (select * from unnest($1::uuid[], $2::timestamptz[]))',
    values: [keys.map((one) => one.slice(0, 36)), keys.map((one) => one.slice(36))],
  };
  const rows = await liveRows(pool, key, allowDemo);
  return new Map(rows.map((row) => [beganKey(row.id, row.began), row]));
});

/** Unambiguous, because a user ID always has 36 characters. */
const beganKey = (user: string, began: string) => user + began;

type Key = { name: string; where: string; values: readonly [unknown, ...unknown[]] };

async function liveRows(pool: Pool, { name, where, values }: Key, allowDemo: boolean): Promise<Row[]> {
  const [idle, demo] = [values.length + 1, values.length + 2];
  const { rows } = await pool.query<Row>({
    name,
    text: `select p.id, p.email, p.name, p.role, s.id_hash as hash, s.created_at::text as began, s.authenticated_at,
        s.seen_at < now() - interval '1 minute' as stale,
        p.password_hash is not null as has_password, p.sees_documents, s.second_at is not null as second,
        exists (select 1 from second_factor f where f.person = p.id and f.confirmed_at is not null) as has_app,
        exists (select 1 from passkey k where k.person = p.id) as has_passkey,
        array(select g.issuer from person_issuer g
              where g.person = p.id and (g.expires_at is null or g.expires_at > now()) order by g.issuer) as issuers
      from session s join person p on p.id = s.person
      where ${where} and s.expires_at > now() and s.seen_at > now() - $${idle} * interval '1 minute'
        and p.disabled_at is null and (not p.is_demo or $${demo})`,
    values: [...values, idleMinutes, allowDemo],
  });
  // The store takes any name of a role; one of another version of the program gives no access.
  return rows.filter(({ role }) => isRole(role));
}

function standingOf(pool: Pool, row: Row, rule: SecondFactorRule): Standing {
  if (row.stale) {
    // Requests that shared a lookup need only one update.
    row.stale = false;
    // Not awaited: a lost update only shortens the idle time by a minute.
    pool.query('update session set seen_at = now() where id_hash = $1', [row.hash]).catch(() => undefined);
  }
  const { issuers: scope } = roles[row.role];
  const user: User = {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    issuers: scope === 'all' ? 'all' : row.issuers.map(Number),
    seesDocuments: row.sees_documents,
    authTime: row.authenticated_at,
    sessionId: row.hash.toString('base64url'),
    sessionBegan: row.began,
  };
  const { has_password: hasPassword, has_app: hasApp, has_passkey: hasPasskey } = row;
  const enrolled = hasApp || hasPasskey;
  const missing = enrolled ? !row.second : needsSecondFactor(rule, row.role);
  const stage = missing ? (enrolled ? 'code' : 'enrol') : 'open';
  return { person: user, enrolled, hasApp, hasPasskey, hasPassword, stage };
}

/** Identifies a session for its whole life, whatever its current ID; gives no access. */
export type SessionName = Pick<User, 'id' | 'sessionBegan'>;

/** The current state of a session, even if a step-up has changed its ID; null when it has ended. */
export async function standingNow(
  pool: Pool,
  name: SessionName,
  allowDemo: boolean,
): Promise<Standing | null> {
  const row = await rowsNow(pool, allowDemo)(beganKey(name.id, name.sessionBegan));
  return row ? standingOf(pool, row, env().secondFactor) : null;
}

/**
 * The current user of a session, for work that outlasts its request; null when the session has ended. A step-up
 * in between, which changes the session's ID, is followed. A sign-out ends the work.
 */
export async function readOnward(pool: Pool, name: SessionName, allowDemo: boolean): Promise<User | null> {
  const standing = await standingNow(pool, name, allowDemo);
  return standing?.stage === 'open' ? standing.person : null;
}

/** User of a fully authenticated session, else null. */
export async function readSession(
  pool: Pool,
  token: string | null,
  allowDemo: boolean,
): Promise<User | null> {
  const standing = await readStanding(pool, token, allowDemo);
  return standing?.stage === 'open' ? standing.person : null;
}

/** Ends one session of a user, or with `except` all but that one, or all; returns how many ended. */
export async function endSessionsOf(
  client: ClientBase | Pool,
  user: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const hash = (id: string | undefined) => (id === undefined ? null : Buffer.from(id, 'base64url'));
  const { rowCount } = await client.query(
    `delete from session where person = $1 and ($2::bytea is null or id_hash = $2)
       and ($3::bytea is null or id_hash <> $3)`,
    [user, hash(which.only), hash(which.except)],
  );
  return rowCount ?? 0;
}
