import type { Db } from '#registry/db/session';
import type { PostalRow } from '../reports/certificates-by-holder.ts';

export type RegistrationFact = {
  id: bigint;
  name: string;
  name2: string;
  name3: string;
  primary_address: PostalRow | null;
  mailing_address: PostalRow | null;
};

/** Name lines and addresses of these holders by id. */
export async function registrationsById(
  db: Db,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, RegistrationFact>> {
  const { rows } = await db.query<RegistrationFact>(
    `select h.id, h.name, h.name2, h.name3, to_json(p) as primary_address, to_json(m) as mailing_address
       from holder h
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
       left join holder_address m on m.holder_id = h.id and m.kind = 'mailing'
      where h.id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
