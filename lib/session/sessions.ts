import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Person, type Role, roles } from '../access/roles.ts';
import { idleMinutes, sessionHours } from './cookies.ts';

/** SHA-256 of a cookie's random value: the only form the store keeps. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

type Origin = { address: string | null; userAgent: string | null };

/** Starts a session and returns the value for its cookie. Always a fresh id: a planted one never becomes valid. */
export async function startSession(pool: Pool, person: string, origin: Origin): Promise<string> {
  const token = newToken();
  await pool.query(
    `with swept as (delete from session where expires_at < now() or seen_at < now() - $5 * interval '1 minute')
     insert into session (id_hash, person, expires_at, address, user_agent)
     values ($1, $2, now() + $6 * interval '1 hour', $3, $4)`,
    [
      digestOf(token),
      person,
      origin.address,
      origin.userAgent?.slice(0, 300) ?? null,
      idleMinutes,
      sessionHours,
    ],
  );
  return token;
}

/** Ends the session of a cookie; a copy of the cookie is worthless from then on. */
export async function endSession(pool: Pool, token: string): Promise<void> {
  if (tokenForm.test(token)) await pool.query('delete from session where id_hash = $1', [digestOf(token)]);
}

type Row = {
  id: string;
  email: string;
  name: string;
  role: Role;
  authenticated_at: string;
  stale: boolean;
  issuers: bigint[];
};

/**
 * The person a session cookie stands for, with the grants of this moment, or null: unknown, ended, idle for 30
 * minutes, older than 12 hours, account disabled, or a demo account away from the demo. One query; the time of last
 * use is written at most once a minute.
 */
export async function readSession(
  pool: Pool,
  token: string | null,
  allowDemo: boolean,
): Promise<Person | null> {
  if (token === null || !tokenForm.test(token)) return null;
  const hash = digestOf(token);
  const { rows } = await pool.query<Row>({
    name: 'session-read',
    text: `select p.id, p.email, p.name, p.role, s.authenticated_at, s.seen_at < now() - interval '1 minute' as stale,
        array(select g.issuer from person_issuer g
              where g.person = p.id and (g.expires_at is null or g.expires_at > now()) order by g.issuer) as issuers
      from session s join person p on p.id = s.person
      where s.id_hash = $1 and s.expires_at > now() and s.seen_at > now() - $2 * interval '1 minute'
        and p.disabled_at is null and (not p.is_demo or $3)`,
    values: [hash, idleMinutes, allowDemo],
  });
  const row = rows[0];
  if (!row) return null;
  if (row.stale) {
    // Nothing waits for this: a lost update only shortens the idle time by a minute.
    pool.query('update session set seen_at = now() where id_hash = $1', [hash]).catch(() => undefined);
  }
  const seesAll = roles[row.role].issuers === 'all';
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    issuers: seesAll ? 'all' : row.issuers.map(Number),
    authTime: row.authenticated_at,
    sessionId: hash.toString('base64url'),
  };
}
