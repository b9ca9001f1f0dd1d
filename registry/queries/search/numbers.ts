// Searches certificates and transactions by number.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type HeldCertificate, heldColumns } from '../account-holdings.ts';
import { isShownOn } from '../positions.ts';
import { type StatusRow, statusColumns } from '../status-list.ts';

/** A number in full, of a certificate with or without its prefix. */
export type TypedNumber = { prefix: string; number: bigint };

type Search = { issuerId: bigint; day: CalendarDate; typed: TypedNumber; limit: number };

/** The number of a text such as '3780' or 'BE-3780'; null for any other text. */
export function typedNumber(text: string): TypedNumber | null {
  const typed = text.trim();
  const at = typed.lastIndexOf('-');
  const digits = typed.slice(at + 1);
  if (at === 0 || digits.length > 18 || !/^\d+$/.test(digits)) return null;
  return { prefix: typed.slice(0, Math.max(at, 0)).toUpperCase(), number: BigInt(digits) };
}

/**
 * Certificates with a number, or with an id of the registry or of the customer, as of the close of `day`, without
 * treasury's. Each class and prefix is one look-up, so that the certificates are not read.
 */
export async function findCertificates(
  db: Db,
  { issuerId, day, typed, limit }: Search,
): Promise<HeldCertificate[]> {
  const { rows } = await db.query<HeldCertificate>(
    `with recursive series as (
       (select class_id, prefix from certificate where issuer_id = $1 order by class_id, prefix limit 1)
       union all
       select n.class_id, n.prefix
         from series s
        cross join lateral (select c.class_id, c.prefix from certificate c
                             where c.issuer_id = $1 and (c.class_id, c.prefix) > (s.class_id, s.prefix)
                             order by c.class_id, c.prefix limit 1) as n),
     named as (
       select class_id, prefix, $3::bigint as number from series where $4::text in ('', upper(prefix))
       union
       select class_id, prefix, number from certificate where issuer_id = $1 and id = $3 and $4 = ''
       union
       select class_id, prefix, number from certificate where issuer_id = $1 and customer_id = $3 and $4 = '')
     select ${heldColumns}
       from named n
       join certificate c on c.issuer_id = $1 and c.class_id = n.class_id and c.prefix = n.prefix and c.number = n.number
      where c.issued_on <= $2 and not c.is_treasury and ${isShownOn('$2')}
      order by c.class_id, c.prefix, c.number limit $5::bigint`,
    [issuerId, day, typed.number, typed.prefix, limit],
  );
  return rows;
}

/** Transactions with an id of the customer or of the registry. */
export async function findTransactions(db: Db, { issuerId, typed, limit }: Search): Promise<StatusRow[]> {
  if (typed.prefix !== '') return [];
  const { rows } = await db.query<StatusRow>(
    `select ${statusColumns} from txn t
      where t.issuer_id = $1 and t.id in (select id from txn where issuer_id = $1 and customer_id = $2
                                          union all select $2::bigint)
      order by t.id limit $3::bigint`,
    [issuerId, typed.number, limit],
  );
  return rows;
}
