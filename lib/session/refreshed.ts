// Reads a user again with current role and grants.

import type { Pool } from 'pg';
import { isRole, type Role, roles, type User } from '../access/roles.ts';

/**
 * A user with the current role and grants, for work that continues after its request; null when the account is
 * disabled or has a role this program does not know.
 */
export async function refreshed(pool: Pool, user: User): Promise<User | null> {
  const { rows } = await pool.query<{ role: Role; issuers: bigint[] }>(
    `select role, array(select issuer from person_issuer g
        where g.person = p.id and (g.expires_at is null or g.expires_at > now()) order by issuer) as issuers
      from person p where id = $1 and disabled_at is null`,
    [user.id],
  );
  const row = rows[0];
  if (!row || !isRole(row.role)) return null;
  const all = roles[row.role].issuers === 'all';
  return { ...user, role: row.role, issuers: all ? 'all' : row.issuers.map(Number) };
}
