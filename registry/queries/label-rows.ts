import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import type { PostalRow } from './register-rows.ts';

export type LabelSelection = {
  issuerId: bigint;
  cutoff: CalendarDate;
  /** Outstanding: accounts that hold shares on the day; Canceled: those that held some and no longer do. */
  holding: 'All' | 'Outstanding' | 'Canceled';
  restriction: 'All' | 'Restricted' | 'NonRestricted';
  address: 'All' | 'GoodAddress' | 'BadAddress';
};

export type LabelRow = {
  name: string;
  name2: string;
  name3: string;
  primary_address: PostalRow | null;
  mailing_address: PostalRow | null;
};

/** The accounts of a label run by sort name; treasury never gets mail (domain §9.10). */
export async function labelRows(db: Db, selection: LabelSelection): Promise<LabelRow[]> {
  const certificate = `select 1 from certificate c
     where c.issuer_id = $1 and c.holder_id = a.holder_id and c.issued_on <= $2 and not c.is_treasury`;
  const narrowed = `and ($4::text = 'All' or ($4 = 'Restricted') = (c.restriction <> 'N'))`;
  const { rows } = await db.query<LabelRow>(
    `select h.name, h.name2, h.name3,
            (select to_json(p) from holder_address p where p.holder_id = h.id and p.kind = 'primary') as primary_address,
            (select to_json(m) from holder_address m where m.holder_id = h.id and m.kind = 'mailing') as mailing_address
       from account a join holder h on h.id = a.holder_id
      where a.issuer_id = $1 and a.role = 'holder'
        and ($5::text = 'All' or ($5 = 'BadAddress') = (h.bad_address_since is not null))
        and (($3::text <> 'Canceled' and exists (${certificate} and c.canceled_on > $2 ${narrowed}))
          or ($3 <> 'Outstanding' and not exists (${certificate} and c.canceled_on > $2)
              and exists (${certificate} ${narrowed})))
      order by a.sort_key, a.holder_id`,
    [selection.issuerId, selection.cutoff, selection.holding, selection.restriction, selection.address],
  );
  return rows;
}
