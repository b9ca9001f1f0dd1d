import type { Db } from '../db/session.ts';

/**
 * A recorded change of an issuer's name, class name or authorized shares, with its authority. `class_name` is
 * null for the issuer's name.
 */
export type IssuerChange = {
  recorded_at: string;
  class_name: string | null;
  what: string;
  authority: string;
};

/** Changes of names and authorized shares, oldest first, including splits and openings that changed a limit. */
export async function issuerHistory(db: Db, issuerId: bigint): Promise<IssuerChange[]> {
  const { rows } = await db.query<IssuerChange>(
    `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as recorded_at, class_name, what,
            authority
       from (select c.recorded_at, c.id, k.name as class_name, c.before_text || ' → ' || c.after_text as what, c.authority
               from issuer_change c
               left join security_class k on k.issuer_id = $1 and k.id = c.class_id
              where c.issuer_id = $1
             union all
             select a.recorded_at, a.id, k.name,
                    'authorized ' || case when a.delta > 0 then '+' else '' end || a.delta || ' from ' || a.effective_on,
                    a.authority
               from authorized_change a
               join security_class k on k.issuer_id = $1 and k.id = a.class_id
              where a.issuer_id = $1) as changes
      order by changes.recorded_at, id`,
    [issuerId],
  );
  return rows;
}
