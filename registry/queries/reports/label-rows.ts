import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { PostalRow } from './certificates-by-holder.ts';

export type LabelSelection = {
  issuerId: bigint;
  cutoff: CalendarDate;
  /**
   * Outstanding: accounts with shares on the day. Canceled: accounts that held some before and hold none now.
   */
  holding: 'All' | 'Outstanding' | 'Canceled';
  restriction: 'All' | 'Restricted' | 'NonRestricted';
  address: 'All' | 'GoodAddress' | 'BadAddress';
};

/** A label: the registration and its mailing address, else its primary address. */
export type LabelRow = { name: string; name2: string; name3: string; address: PostalRow };

const certificate = `select 1 from certificate c
     where c.issuer_id = $1 and c.holder_id = a.holder_id and c.issued_on <= $2 and not c.is_treasury`;
const narrowed = `and ($4::text = 'All' or ($4 = 'Restricted') = (c.restriction <> 'N'))`;
const isDomestic = `d.country2_code in ('US', '')`;
const isWritten = `concat(p.address1, p.address2, p.city, p.state, p.postal_code,
                          case when p.country2_code <> 'US' then p.country || p.country2_code end) <> ''`;

/**
 * The accounts of a label run through a cursor: domestic by postal code, then foreign by country, then by sort
 * name. Treasury and accounts without an address get no label.
 */
export function labelRows(
  client: PoolClient,
  selection: LabelSelection,
): AsyncGenerator<LabelRow, void, undefined> {
  return streamRows<LabelRow>(
    client,
    `select h.name, h.name2, h.name3, to_json(d) as address
       from account a join holder h on h.id = a.holder_id
       cross join lateral (
         select p.* from holder_address p where p.holder_id = h.id and ${isWritten}
          order by p.kind = 'mailing' desc limit 1) d
      where a.issuer_id = $1 and a.role = 'holder'
        and ($5::text = 'All' or ($5 = 'BadAddress') = (h.bad_address_since is not null))
        and (($3::text <> 'Canceled' and exists (${certificate} and c.canceled_on > $2 ${narrowed}))
          or ($3 <> 'Outstanding' and not exists (${certificate} and c.canceled_on > $2)
              and exists (${certificate} ${narrowed})))
      order by not ${isDomestic},
               case when ${isDomestic} then d.postal_code else coalesce(nullif(d.country, ''), d.country2_code) end
                 collate "C",
               a.sort_key, a.holder_id`,
    [selection.issuerId, selection.cutoff, selection.holding, selection.restriction, selection.address],
    1000,
  );
}
