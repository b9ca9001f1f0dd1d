// Accounts as administrators see and change them.

import type { ClientBase, Pool } from 'pg';
import { administrators, mayBeGrantedDocuments, type Role, roles } from '#lib/access/roles';
import { idleMinutes } from '../session-limits.ts';
import { requireGrants } from './accounts.ts';

/** An issuer that a user may see; `until` is the last calendar day, or null for no end. */
export type Grant = { issuer: number; until: string | null };

/** A grant and its state; an expired one is still listed. */
export type GrantRow = Grant & { over: boolean };

export type UserState = 'active' | 'invited' | 'disabled';

/** An account as administrators see it. */
export type UserView = {
  id: string;
  email: string;
  name: string;
  role: Role;
  state: UserState;
  grants: GrantRow[];
  /** May see documents of items of these issuers. */
  seesDocuments: boolean;
  secondFactor: boolean;
  byProvider: boolean;
  sessions: number;
  lastSeen: string | null;
  createdAt: string;
  /** When the open link expires. */
  linkUntil: string | null;
};

type Row = Omit<UserView, 'sessions' | 'grants'> & {
  sessions: bigint;
  grants: { issuer: number; until: string | null; over: boolean }[];
};

/**
 * All accounts by name, or one. `zone`: the time zone in which grants end. Demo users exist in the demo only.
 */
export async function readUsers(
  pool: Pool,
  { zone, allowDemo, only }: { zone: string; allowDemo: boolean; only?: string },
): Promise<UserView[]> {
  const { rows } = await pool.query<Row>(
    `select p.id, p.email, p.name, p.role, p.sees_documents as "seesDocuments",
       case when p.disabled_at is not null then 'disabled'
            when p.password_hash is null and p.oidc_subject is null then 'invited' else 'active' end as state,
       coalesce((select jsonb_agg(jsonb_build_object('issuer', g.issuer,
                'until', ((g.expires_at - interval '1 second') at time zone $1)::date,
                'over', coalesce(g.expires_at <= now(), false)) order by g.issuer)
              from person_issuer g where g.person = p.id), '[]') as grants,
       exists (select 1 from second_factor f where f.person = p.id and f.confirmed_at is not null)
         or exists (select 1 from passkey k where k.person = p.id) as "secondFactor",
       p.oidc_subject is not null as "byProvider",
       (select count(*) from session s where s.person = p.id and s.expires_at > now()
          and s.seen_at > now() - $3 * interval '1 minute') as sessions,
       (select max(s.seen_at) from session s where s.person = p.id) as "lastSeen",
       p.created_at as "createdAt",
       (select i.expires_at from invitation i where i.person = p.id and i.expires_at > now()) as "linkUntil"
     from person p where (not p.is_demo or $2) and ($4::uuid is null or p.id = $4)
     order by lower(p.name), p.email_key`,
    [zone, allowDemo, idleMinutes, only ?? null],
  );
  return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }));
}

/** Why an administrator may not do something, as text for users. */
export class NotAllowed extends Error {}

/**
 * Locks the accounts during a change and checks the acting user: an administrator now, and not changing their
 * own account. So no user can raise their own rights, and the last administrator remains. Throws NotAllowed.
 */
export async function requireAdminOver(client: ClientBase, actor: string, target: string): Promise<void> {
  // Two administrators who disable each other at once would both be disabled: the second one waits here and is
  // refused.
  const { rows } = await client.query<{ id: string }>(
    'select id from person where role = any($1) and disabled_at is null order by id for update',
    [administrators],
  );
  if (!rows.some(({ id }) => id === actor)) throw new NotAllowed('You are no longer an administrator.');
  if (actor === target)
    throw new NotAllowed('Your own role, issuers and account can only be changed by another administrator.');
  const found = await client.query('select 1 from person where id = $1 for update', [target]);
  if (found.rowCount === 0) throw new NotAllowed('Account not found.');
}

/**
 * Sets a role and replaces the grants; active sessions are affected at their next request. Throws errors for
 * users.
 */
export async function changeRights(
  client: ClientBase,
  user: string,
  { role, grants, seesDocuments }: { role: Role; grants: readonly Grant[]; seesDocuments: boolean },
  zone: string,
): Promise<void> {
  requireGrants(
    role,
    grants.map(({ issuer }) => issuer),
  );
  await client.query('update person set role = $2, sees_documents = $3 where id = $1', [
    user,
    role,
    seesDocuments && mayBeGrantedDocuments(role),
  ]);
  await replaceGrants(client, user, roles[role].issuers === 'all' ? [] : grants, zone);
}

/** Grants with their last days; the caller rejects a day in the past. */
export async function replaceGrants(
  client: ClientBase,
  user: string,
  grants: readonly Grant[],
  zone: string,
): Promise<void> {
  await client.query('delete from person_issuer where person = $1 and not (issuer = any($2::bigint[]))', [
    user,
    grants.map(({ issuer }) => issuer),
  ]);
  await client.query(
    `insert into person_issuer (person, issuer, expires_at)
     select $1, issuer, (until::date + 1)::timestamp at time zone $4
     from unnest($2::bigint[], $3::text[]) as given (issuer, until)
     on conflict (person, issuer) do update set expires_at = excluded.expires_at`,
    [user, grants.map(({ issuer }) => issuer), grants.map(({ until }) => until), zone],
  );
}
