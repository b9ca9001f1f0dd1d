import type { Pool } from 'pg';
import { digestOf, newToken } from '../sessions.ts';

const devicesMax = 10;

/** Whether a browser's cookie was issued by a full sign-in of this user. */
export async function isKnownDevice(pool: Pool, user: string, token: string | null): Promise<boolean> {
  if (!token) return false;
  const { rowCount } = await pool.query('select 1 from device where person = $1 and id_hash = $2', [
    user,
    digestOf(token),
  ]);
  return rowCount === 1;
}

/** Keeps a browser's token when it is already this user's, else issues a new one; the oldest are deleted. */
export async function rememberDevice(pool: Pool, user: string, token: string | null): Promise<string> {
  if (token && (await isKnownDevice(pool, user, token))) {
    await pool.query('update device set used_at = now() where id_hash = $1', [digestOf(token)]);
    return token;
  }
  const fresh = newToken();
  await pool.query('insert into device (id_hash, person) values ($1, $2)', [digestOf(fresh), user]);
  await pool.query(
    `delete from device where person = $1 and id_hash not in
       (select id_hash from device where person = $1 order by used_at desc limit $2)`,
    [user, devicesMax],
  );
  return fresh;
}
