// Pages of holders with their outstanding certificates.

import type { CalendarDate } from '#lib/format/dates';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from './holder-name.ts';
import type { RegisterMemory } from './memory.ts';
import { anchorFor } from './paging.ts';
import { issuedOn, issuedTxn, lastingId } from './positions.ts';

/** A holder in the shareholder details. */
export type PagedHolder = { holder: HolderName; email: string };

/** An outstanding certificate of a holder. */
export type LiveCertificate = {
  holderId: bigint;
  classId: bigint;
  id: bigint;
  customerId: bigint | null;
  number: bigint;
  shares: bigint;
  issuedOn: CalendarDate;
  issuedTxn: bigint;
};

type CertificateRow = {
  holder_id: bigint;
  class_id: bigint;
  id: bigint;
  customer_id: bigint | null;
  number: bigint;
  shares: bigint;
  issued_on: CalendarDate;
  issued_txn: bigint;
};

/**
 * Holders start … start + rows - 1 of those with outstanding shares at the close of `cutoff`, by sort name,
 * account.
 */
export async function holderPage(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
  page: { start: number; rows: number },
): Promise<PagedHolder[]> {
  const from = await anchorFor(db, memory, issuer, cutoff, 'holder', page.start);
  const { rows } = await queryPrepared<HolderRow & { email: string }>(
    db,
    `select ${holderColumns}, coalesce(p.email, '') as email
       from (select a.sort_key, a.holder_id
               from account a
              where a.issuer_id = $1 and (a.sort_key, a.holder_id) >= ($3, $4::bigint)
                and exists (select 1 from certificate c
                             where c.issuer_id = $1 and c.holder_id = a.holder_id
                               and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury)
              order by a.sort_key, a.holder_id
             offset $5::bigint limit $6::bigint) as k
       join holder h on h.id = k.holder_id
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      order by k.sort_key, k.holder_id`,
    [issuer.id, cutoff, from.sortKey, from.holderId, page.start - from.rowsBefore, page.rows],
  );
  return rows.map((row) => ({ holder: toHolderName(row), email: row.email }));
}

/**
 * The holders that either key names (two when the keys disagree), if they hold outstanding shares at the close
 * of `cutoff`.
 */
export async function holdersWithShares(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  by: { customerId: string | undefined; id: bigint | undefined },
): Promise<PagedHolder[]> {
  const { rows } = await db.query<HolderRow & { email: string }>(
    `select ${holderColumns}, coalesce(p.email, '') as email
       from holder h
       left join holder_address p on p.holder_id = h.id and p.kind = 'primary'
      where (h.customer_id = $3::text or h.id = $4::bigint)
        and exists (select 1 from certificate c
                     where c.issuer_id = $1 and c.holder_id = h.id
                       and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury)`,
    [issuerId, cutoff, by.customerId ?? null, by.id ?? null],
  );
  return rows.map((row) => ({ holder: toHolderName(row), email: row.email }));
}

/** The outstanding certificates of these holders at the close of `cutoff`, by class, issue date, id. */
export async function certificatesOf(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  holderIds: readonly bigint[],
): Promise<LiveCertificate[]> {
  const { rows } = await queryPrepared<CertificateRow>(
    db,
    `select c.holder_id, c.class_id, ${lastingId} as id, c.customer_id, c.number, c.shares,
            ${issuedOn} as issued_on, ${issuedTxn} as issued_txn
       from certificate c
      where c.issuer_id = $1 and c.holder_id = any($3::bigint[])
        and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
      order by c.class_id, ${issuedOn}, ${lastingId}`,
    [issuerId, cutoff, holderIds],
  );
  return rows.map((row) => ({
    holderId: row.holder_id,
    classId: row.class_id,
    id: row.id,
    customerId: row.customer_id,
    number: row.number,
    shares: row.shares,
    issuedOn: row.issued_on,
    issuedTxn: row.issued_txn,
  }));
}
