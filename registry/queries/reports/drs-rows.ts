// Rows of the DRS statement: certificates of registered holders.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';
import type { CertificateColumns, HolderColumns } from './certificates-by-holder.ts';

export type DrsSelection = {
  issuerId: bigint;
  /** First day of the statement's period. */
  from: CalendarDate;
  cutoff: CalendarDate;
  classIds: readonly bigint[];
  customerShareholderId: string | undefined;
};

/**
 * A certificate outstanding at any time of the period, with its holder and the transactions that issued and
 * canceled it.
 */
export type DrsRow = HolderColumns &
  CertificateColumns & {
    tax_certified: boolean;
    is_drs_eligible: boolean;
    is_stopped: boolean;
    issued_txn: bigint;
    issued_kind: string;
    issued_sub_kind: string;
    canceled_txn: bigint | null;
    canceled_kind: string | null;
    canceled_sub_kind: string | null;
  };

/** The certificates of registered holders, without nominees, by sort name and class through a cursor. */
export function drsRows(
  client: PoolClient,
  selection: DrsSelection,
): AsyncGenerator<DrsRow, void, undefined> {
  return streamRows<DrsRow>(
    client,
    `select h.id as holder_id, h.customer_id, h.name, h.name2, h.name3, h.primary_tax_id, h.primary_tax_id_type,
            h.tax_certified,
            (select to_json(p) from holder_address p where p.holder_id = h.id and p.kind = 'primary') as primary_address,
            (select to_json(m) from holder_address m where m.holder_id = h.id and m.kind = 'mailing') as mailing_address,
            c.class_id, k.is_drs_eligible, c.prefix, c.number, c.form, c.shares, c.restriction, c.issued_on, c.canceled_on,
            exists (select from stop s where s.issuer_id = $1 and s.certificate_id = c.id and s.placed_on <= $3
                      and (s.released_on is null or s.released_on > $3)) as is_stopped,
            c.issued_txn, i.kind as issued_kind, i.sub_kind as issued_sub_kind,
            x.id as canceled_txn, x.kind as canceled_kind, x.sub_kind as canceled_sub_kind
       from certificate c
       join account a on a.issuer_id = $1 and a.holder_id = c.holder_id
       join holder h on h.id = c.holder_id
       join security_class k on k.issuer_id = $1 and k.id = c.class_id
       join txn i on i.issuer_id = $1 and i.id = c.issued_txn
       left join txn x on x.issuer_id = $1 and x.id = c.canceled_txn and c.canceled_on <= $3
      where c.issuer_id = $1 and c.issued_on <= $3 and c.canceled_on >= $2 and not c.is_treasury
        and not h.is_nominee and c.class_id = any($4::bigint[]) and ($5::text is null or h.customer_id = $5)
      order by a.sort_key, a.holder_id, c.class_id, c.issued_on, c.id`,
    [
      selection.issuerId,
      selection.from,
      selection.cutoff,
      selection.classIds,
      selection.customerShareholderId ?? null,
    ],
    1000,
  );
}

/** Ids of the classes that holders can move to a broker through the depository. */
export async function drsEligible(db: Db, issuerId: bigint): Promise<ReadonlySet<bigint>> {
  const { rows } = await db.query<{ id: bigint }>(
    'select id from security_class where issuer_id = $1 and is_drs_eligible',
    [issuerId],
  );
  return new Set(rows.map(({ id }) => id));
}
