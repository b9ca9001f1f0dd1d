import type { Pool } from 'pg';
import { isRole, type Role, roles, type User } from '../access/roles.ts';

type Row = {
  id: string;
  email: string;
  name: string;
  role: Role;
  sees_documents: boolean;
  issuers: bigint[];
};

/**
 * A user with current rights and without a session, for what happens in the user's name later: null when the account is
 * disabled, gone, of an unknown role, or a demo account outside the demo. Never counts as recently authenticated.
 */
export async function userById(pool: Pool, id: string, allowDemo: boolean): Promise<User | null> {
  const { rows } = await pool.query<Row>({
    name: 'user-by-id',
    text: `select p.id, p.email, p.name, p.role, p.sees_documents,
        array(select g.issuer from person_issuer g
              where g.person = p.id and (g.expires_at is null or g.expires_at > now()) order by g.issuer) as issuers
      from person p where p.id = $1 and p.disabled_at is null and (not p.is_demo or $2)`,
    values: [id, allowDemo],
  });
  const [row] = rows;
  if (!row || !isRole(row.role)) return null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    issuers: roles[row.role].issuers === 'all' ? 'all' : row.issuers.map(Number),
    seesDocuments: row.sees_documents,
    authTime: null,
    sessionId: '',
    sessionBegan: '',
  };
}
