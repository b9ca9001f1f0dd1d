import type { Pool } from 'pg';

export type Officer = { certifiedBy: string; certifiedByTitle: string };

/** The certifying officer that a user named last in a certified list that was made; null where there is none. */
export async function lastOfficer(pool: Pool, user: string): Promise<Officer | null> {
  const { rows } = await pool.query<Officer>(
    `select input->>'certifiedBy' as "certifiedBy", input->>'certifiedByTitle' as "certifiedByTitle"
     from run where person = $1 and endpoint = 'GenerateCertifiedList' and state in ('ready', 'expired')
       and input->>'certifiedBy' is not null and input->>'certifiedByTitle' is not null
     order by created_at desc limit 1`,
    [user],
  );
  return rows[0] ?? null;
}
