import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import { canceledOn, isShownOn, issuedOn, lastingId } from './positions.ts';

/** One account's holding of one class. */
export type AccountHolding = {
  class_id: bigint;
  shares: bigint;
  certificates: bigint;
  has_book_entry: boolean;
};

/**
 * The classes of which an account has outstanding shares at the close of `cutoff`. Treasury shares are not
 * holdings.
 */
export async function accountHoldings(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  customerShareholderId: string,
): Promise<AccountHolding[]> {
  const { rows } = await queryPrepared<AccountHolding>(
    db,
    `select c.class_id, sum(c.shares)::bigint as shares, count(*) as certificates,
            bool_or(c.form = 'BookEntry') as has_book_entry
       from certificate c join holder h on h.id = c.holder_id
      where c.issuer_id = $1 and h.customer_id = $3
        and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
      group by c.class_id
      order by c.class_id`,
    [issuerId, cutoff, customerShareholderId],
  );
  return rows;
}

export type HeldCertificate = {
  id: bigint;
  customer_id: bigint | null;
  class_id: bigint;
  prefix: string;
  number: bigint;
  issued_on: CalendarDate;
  canceled_on: CalendarDate;
  restriction: string;
  shares: bigint;
  post_reverse_split: boolean;
  /** Active stops as 'kind|date', joined by line feeds. */
  stops: string | null;
};

/** The columns of HeldCertificate: $1 is the issuer, $2 the day. */
export const heldColumns = `${lastingId} as id, c.customer_id, c.class_id, c.prefix, c.number, ${issuedOn} as issued_on,
            ${canceledOn} as canceled_on, c.restriction, c.shares, c.post_reverse_split,
            (select string_agg(s.kind || '|' || s.placed_on, chr(10) order by s.id) from stop s
              where s.issuer_id = $1 and s.certificate_id = c.id and s.placed_on <= $2
                and (s.released_on is null or s.released_on > $2)) as stops`;

/**
 * The certificates of one account, or of every account by sort name, as of the close of `cutoff`, without
 * treasury's. `client` must be inside a snapshot.
 */
export function heldCertificates(
  client: PoolClient,
  issuerId: bigint,
  cutoff: CalendarDate,
  selection: { customerShareholderId: string | undefined; status: 'All' | 'Outstanding' | 'Canceled' },
): AsyncGenerator<HeldCertificate, void, undefined> {
  return streamRows<HeldCertificate>(
    client,
    `select ${heldColumns}
       from certificate c
       join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
       join holder h on h.id = c.holder_id
      where c.issuer_id = $1 and c.issued_on <= $2 and not c.is_treasury and ${isShownOn('$2')}
        and ($3::text is null or h.customer_id = $3)
        and ($4::text = 'All' or ($4 = 'Outstanding') = (c.canceled_on > $2))
      order by a.sort_key, a.holder_id, c.class_id, ${issuedOn}, ${lastingId}`,
    [issuerId, cutoff, selection.customerShareholderId ?? null, selection.status],
    1000,
  );
}
