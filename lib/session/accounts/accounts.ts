// Creates, disables and lists accounts, and sets roles and passwords; used by commands too.

import type { ClientBase, Pool } from 'pg';
import { mayBeGrantedDocuments, type Role, roles } from '#lib/access/roles';
import { noteChange } from '#lib/data-dir/disabled-journal';
import { env } from '#lib/env';
import { codeKey } from '../second-factor/second-factor.ts';
import { endSessionsOf } from '../sessions.ts';
import { forgetGuesses } from '../throttle.ts';
import { hashPassword } from './password.ts';
import { passwordError, passwordErrors } from './password-rules.ts';

export type NewUser = {
  email: string;
  name: string;
  role: Role;
  issuers: readonly number[];
  /** May see documents of items of these issuers. */
  seesDocuments?: boolean;
  /** Null for an invited user, who chooses one. */
  password: string | null;
  isDemo?: boolean;
};

/** An account as `npm run users -- list` shows it. */
export type UserRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  issuers: number[];
  disabled: boolean;
  is_demo: boolean;
};

/** The key by which e-mail addresses are compared: trimmed, ASCII only, lower case. */
export function emailKey(email: string): string | null {
  const trimmed = email.trim();
  // Plain ASCII only: look-alike characters must never match an account.
  return /^[\x21-\x3f\x41-\x7e]{1,128}@[A-Za-z0-9.-]{1,255}$/.test(trimmed) ? trimmed.toLowerCase() : null;
}

/**
 * Creates an account and its grants. Throws an Error for users: invalid address, role without issuers, taken.
 */
export async function addUser(client: ClientBase, input: NewUser): Promise<string> {
  const key = emailKey(input.email);
  if (!key) throw new Error(`"${input.email}" is not a usable e-mail address.`);
  const error = input.password === null ? null : await passwordError(input.password, input);
  if (error) throw new Error(passwordErrors[error]);
  requireGrants(input.role, input.issuers);
  const { rows } = await client.query<{ id: string }>(
    `insert into person (email_key, email, name, role, password_hash, is_demo, sees_documents, password_set_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $5::text is null then null else now() end)
     on conflict (email_key) do nothing returning id`,
    [
      key,
      input.email.trim(),
      input.name,
      input.role,
      input.password === null ? null : await hashPassword(input.password),
      input.isDemo ?? false,
      (input.seesDocuments ?? false) && mayBeGrantedDocuments(input.role),
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error(`${input.email} already has an account.`);
  await setGrants(client, id, input.issuers);
  return id;
}

/** Changes a role and replaces the grants; active sessions are affected at their next request. */
export async function setRole(
  client: ClientBase,
  email: string,
  role: Role,
  issuers: readonly number[],
  seesDocuments = false,
): Promise<void> {
  requireGrants(role, issuers);
  const { rows } = await client.query<{ id: string }>(
    'update person set role = $2, sees_documents = $3 where email_key = $1 returning id',
    [emailKey(email), role, seesDocuments && mayBeGrantedDocuments(role)],
  );
  if (!rows[0]) throw new Error(`${email} has no account.`);
  await client.query('delete from person_issuer where person = $1', [rows[0].id]);
  await setGrants(client, rows[0].id, issuers);
}

/**
 * Disables an account and ends its sessions at once, or enables it again; either way an open link becomes void.
 * Recorded outside the database too, so that a restore of an older backup does not enable it again.
 */
export async function setDisabled(client: ClientBase, user: string, disabled: boolean): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    'update person set disabled_at = case when $2 then coalesce(disabled_at, now()) end where id = $1 returning email',
    [user, disabled],
  );
  await client.query('delete from invitation where person = $1', [user]);
  await endSessionsOf(client, user);
  const email = rows[0]?.email;
  const change = disabled ? 'disabled' : 'enabled';
  if (email) noteChange(env().dataDir, { kind: 'person', change, id: user, email });
}

/** The same by address. Throws an Error when there is no such account. */
export async function disableUser(client: ClientBase, email: string): Promise<void> {
  await setDisabled(client, await userIdOf(client, email), true);
}

/** ID of the account of an address. Throws an Error when there is none. */
export async function userIdOf(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from person where email_key = $1', [
    emailKey(email),
  ]);
  if (!rows[0]) throw new Error(`${email} has no account.`);
  return rows[0].id;
}

/**
 * Sets a password: every other session ends, known browsers are forgotten, open links become void, and the
 * counts of wrong attempts are reset. `except` is the session that continues. Throws the text of
 * `passwordError`.
 */
export async function setPassword(
  client: ClientBase,
  user: { id: string; email: string; name: string },
  password: string,
  except?: string,
): Promise<void> {
  const error = await passwordError(password, user);
  if (error) throw new Error(passwordErrors[error]);
  await client.query('update person set password_hash = $2, password_set_at = now() where id = $1', [
    user.id,
    await hashPassword(password),
  ]);
  await client.query('delete from invitation where person = $1', [user.id]);
  await client.query('delete from device where person = $1', [user.id]);
  await endSessionsOf(client, user.id, { except });
  const account = { kind: 'account', value: emailKey(user.email) ?? user.email } as const;
  await forgetGuesses(client, [account, codeKey(user.id)]);
}

/** All accounts, by e-mail address. */
export async function listUsers(pool: Pool): Promise<UserRow[]> {
  const { rows } = await pool.query<Omit<UserRow, 'issuers'> & { issuers: bigint[] }>(
    `select id, email, name, role, disabled_at is not null as disabled, is_demo,
       array(select issuer from person_issuer where person = person.id order by issuer) as issuers
     from person order by email_key`,
  );
  return rows.map((row) => ({ ...row, issuers: row.issuers.map(Number) }));
}

/** Throws an Error when a role and its issuers are inconsistent. */
export function requireGrants(role: Role, issuers: readonly number[]): void {
  const needed = roles[role].issuers === 'granted';
  if (needed && issuers.length === 0) throw new Error(`The role ${role} needs at least one issuer.`);
  if (!needed && issuers.length > 0) throw new Error(`The role ${role} covers all issuers. Do not name any.`);
}

async function setGrants(client: ClientBase, user: string, issuers: readonly number[]): Promise<void> {
  await client.query('insert into person_issuer (person, issuer) select $1, unnest($2::bigint[])', [
    user,
    [...new Set(issuers)],
  ]);
}
