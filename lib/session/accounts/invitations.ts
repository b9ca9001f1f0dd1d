import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { digestOf, newToken } from '../sessions.ts';
import { setPassword } from './accounts.ts';

/** How long a link for setting a password is valid. */
export const invitationHours = 72;

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export type Invited = { id: string; email: string; name: string; expiresAt: string };

/**
 * Creates the single-use link with which a user can set a password; an earlier one becomes void. Returns the
 * token, which is shown to the administrator and never stored.
 */
export async function makeInvitation(
  client: ClientBase,
  user: string,
  by: string | null,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken();
  const { rows } = await client.query<{ expires_at: string }>(
    `insert into invitation (person, token_hash, made_by, expires_at) values ($1, $2, $3, now() + $4 * interval '1 hour')
     on conflict (person) do update set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = now(),
       expires_at = excluded.expires_at
     returning expires_at`,
    [user, digestOf(token), by, invitationHours],
  );
  return { token, expiresAt: rows[0]?.expires_at ?? '' };
}

const find = `select p.id, p.email, p.name, i.expires_at as "expiresAt"
  from invitation i join person p on p.id = i.person
  where i.token_hash = $1 and i.expires_at > now() and p.disabled_at is null and (not p.is_demo or $2)`;

/**
 * The user of a link; null when it is unknown, used, void, expired, or of a demo account outside the demo,
 * without distinction.
 */
export async function readInvitation(pool: Pool, token: string, allowDemo: boolean): Promise<Invited | null> {
  if (!tokenForm.test(token)) return null;
  const { rows } = await pool.query<Invited>(find, [digestOf(token), allowDemo]);
  return rows[0] ?? null;
}

/** Uses a link to set the password. Null when the link is not valid; throws the text of `passwordError`. */
export function acceptInvitation(
  pool: Pool,
  token: string,
  password: string,
  allowDemo: boolean,
): Promise<Invited | null> {
  return withTransaction(pool, async (client) => {
    if (!tokenForm.test(token)) return null;
    const { rows } = await client.query<Invited>(`${find} for update of i`, [digestOf(token), allowDemo]);
    const invited = rows[0];
    if (!invited) return null;
    await setPassword(client, invited, password);
    return invited;
  });
}
