import type { Pool } from 'pg';
import { roleNames, roles } from '../access/roles.ts';

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

/** Who may certify: the title is that of the last certified list that names them; null where there is none. */
export type KnownOfficer = { name: string; title: string | null };

const officersMax = 200;

/**
 * The people known here who may certify a list that this user creates: the agent's active users, and those named in certified
 * lists before. Never the user, because the officer is a second person.
 */
export async function knownOfficers(pool: Pool, user: { id: string; name: string }): Promise<KnownOfficer[]> {
  const ofAgent = roleNames.filter((role) => roles[role].class === 'ta');
  const { rows } = await pool.query<KnownOfficer>(
    `with named as (
       select distinct on (input->>'certifiedBy') input->>'certifiedBy' as name, input->>'certifiedByTitle' as title
         from run where endpoint = 'GenerateCertifiedList' and state in ('ready', 'expired')
          and input->>'certifiedBy' is not null
        order by input->>'certifiedBy', created_at desc)
     select coalesce(named.name, person.name) as name, named.title
       from named full join (select distinct name from person
                              where disabled_at is null and role = any($1) and id <> $2) as person
         on person.name = named.name
      where lower(coalesce(named.name, person.name)) <> lower($3)
      order by 1 limit $4`,
    [ofAgent, user.id, user.name, officersMax],
  );
  return rows;
}
