import type { ClientBase, Pool } from 'pg';
import { type Role, roles } from '../access/roles.ts';
import { hashPassword } from './password.ts';

export type NewPerson = {
  email: string;
  name: string;
  role: Role;
  issuers: readonly number[];
  password: string;
  isDemo?: boolean;
};

/** An account as `npm run users -- list` shows it. */
export type PersonRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  issuers: number[];
  disabled: boolean;
  is_demo: boolean;
};

/** The form in which e-mail addresses are compared: surrounding space off, NFKC refused, ASCII lower case. */
export function emailKey(email: string): string | null {
  const trimmed = email.trim();
  // Only plain ASCII: look-alikes of "@" or letters must never meet an account (assurance §0.7).
  return /^[\x21-\x3f\x41-\x7e]{1,128}@[A-Za-z0-9.-]{1,255}$/.test(trimmed) ? trimmed.toLowerCase() : null;
}

/** Creates an account and its grants. Throws sentences for people: bad address, role without issuers, taken. */
export async function addPerson(client: ClientBase, input: NewPerson): Promise<string> {
  const key = emailKey(input.email);
  if (!key) throw new Error(`"${input.email}" is not a usable e-mail address.`);
  if (input.password.length < 8 || input.password.length > 1024) {
    throw new Error('The password must have 8 to 1,024 characters.');
  }
  requireGrants(input.role, input.issuers);
  const { rows } = await client.query<{ id: string }>(
    `insert into person (email_key, email, name, role, password_hash, is_demo) values ($1, $2, $3, $4, $5, $6)
     on conflict (email_key) do nothing returning id`,
    [
      key,
      input.email.trim(),
      input.name,
      input.role,
      await hashPassword(input.password),
      input.isDemo ?? false,
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error(`${input.email} already has an account.`);
  await setGrants(client, id, input.issuers);
  return id;
}

/** Changes a role and replaces the grants; live sessions see it at their next request. */
export async function setRole(
  client: ClientBase,
  email: string,
  role: Role,
  issuers: readonly number[],
): Promise<void> {
  requireGrants(role, issuers);
  const { rows } = await client.query<{ id: string }>(
    'update person set role = $2 where email_key = $1 returning id',
    [emailKey(email), role],
  );
  if (!rows[0]) throw new Error(`${email} has no account.`);
  await client.query('delete from person_issuer where person = $1', [rows[0].id]);
  await setGrants(client, rows[0].id, issuers);
}

/** Disables an account and ends its sessions. */
export async function disablePerson(client: ClientBase, email: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'update person set disabled_at = coalesce(disabled_at, now()) where email_key = $1 returning id',
    [emailKey(email)],
  );
  if (!rows[0]) throw new Error(`${email} has no account.`);
  await client.query('delete from session where person = $1', [rows[0].id]);
}

/** All accounts, by e-mail address. */
export async function listPeople(pool: Pool): Promise<PersonRow[]> {
  const { rows } = await pool.query<Omit<PersonRow, 'issuers'> & { issuers: bigint[] }>(
    `select id, email, name, role, disabled_at is not null as disabled, is_demo,
       array(select issuer from person_issuer where person = person.id order by issuer) as issuers
     from person order by email_key`,
  );
  return rows.map((row) => ({ ...row, issuers: row.issuers.map(Number) }));
}

function requireGrants(role: Role, issuers: readonly number[]): void {
  const needed = roles[role].issuers === 'granted';
  if (needed && issuers.length === 0) throw new Error(`The role ${role} needs at least one issuer.`);
  if (!needed && issuers.length > 0) throw new Error(`The role ${role} covers all issuers; name none.`);
}

async function setGrants(client: ClientBase, person: string, issuers: readonly number[]): Promise<void> {
  await client.query('insert into person_issuer (person, issuer) select $1, unnest($2::bigint[])', [
    person,
    [...new Set(issuers)],
  ]);
}
