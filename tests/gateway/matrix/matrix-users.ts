// Users and sessions of the access matrix, valid and not.

import type { Pool } from 'pg';
import { hashPassword } from '#lib/session/accounts/password';
import { startSession } from '#lib/session/sessions';
import { letters } from '#tests/interface/role-letters';
import { type Subject, subjects } from './matrix-cells.ts';

const roleOf = Object.fromEntries(Object.entries(letters).map(([role, letter]) => [letter, role]));

/** One user may request forty reports in a row; the matrix needs more than that. */
const usersEach = 4;

export type Persona = { id: string; cookie: string };
export type Cast = Map<string, readonly Persona[]>;

/** Ways in which a user has no valid session. */
const spoilt: Record<string, string> = {
  'session run out': `update session set expires_at = now() - interval '1 second' where person = $1`,
  'session left idle': `update session set seen_at = now() - interval '31 minutes' where person = $1`,
  'session ended': 'delete from session where person = $1',
  'account disabled': 'update person set disabled_at = now() where id = $1',
  'operator, password long ago': `update session set authenticated_at = now() - interval '11 minutes' where person = $1`,
  'officer, grant run out': `update person_issuer set expires_at = now() - interval '1 second' where person = $1`,
};

async function addOne(pool: Pool, subject: Subject, number: number, hash: string): Promise<string> {
  const email = `${subject.name.replace(/\W+/g, '-')}.${number}@matrix.example`;
  const { rows } = await pool.query<{ id: string }>(
    'insert into person (email_key, email, name, role, password_hash) values ($1, $1, $2, $3, $4) returning id',
    [email.toLowerCase(), `Person ${number}`, roleOf[subject.letter || 'O'], hash],
  );
  const id = rows[0]?.id ?? '';
  const issuers = subject.issuers === 'all' ? [] : subject.issuers;
  // The user whose grant has expired had the first issuer.
  const granted = subject.name === 'officer, grant run out' ? [1001] : issuers;
  await pool.query('insert into person_issuer (person, issuer) select $1, unnest($2::bigint[])', [
    id,
    granted,
  ]);
  return id;
}

async function play(pool: Pool, subject: Subject, number: number, hash: string): Promise<Persona> {
  const id = await addOne(pool, subject, number, hash);
  const token = await startSession(pool, id, { address: null, userAgent: null });
  const change = spoilt[subject.name];
  if (change) await pool.query(change, [id]);
  return { id, cookie: subject.name === 'anonymous' ? '' : `sharebook.session=${token}` };
}

/** The users of the matrix with their cookies, as rows of a store. */
export async function openCast(pool: Pool): Promise<Cast> {
  // One password for all, because hashing is slow on purpose.
  const hash = await hashPassword('a password of the matrix');
  const cast: Cast = new Map();
  for (const subject of subjects) {
    const numbers = Array.from({ length: subject.letter ? usersEach : 1 }, (_, number) => number);
    cast.set(subject.name, await Promise.all(numbers.map((number) => play(pool, subject, number, hash))));
  }
  return cast;
}
