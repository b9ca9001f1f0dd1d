import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';
import { dayZero, itemOfTxn } from '../day-zero.ts';
import { issuedOn, type SideKey, sides } from '../positions.ts';

/** All stored fields of one transaction except its certificates. */
export type TransactionRecord = {
  id: bigint;
  customer_id: bigint | null;
  kind: string;
  sub_kind: string;
  status: string;
  received_on: CalendarDate;
  /** Day 0 of its turnaround. */
  counted_from: CalendarDate;
  /** The calendar day of posting in the registry's zone. */
  processed_on: CalendarDate | null;
  effective_on: CalendarDate | null;
  completed_on: CalendarDate | null;
  presentor: string;
  authority: string;
  comments: string;
  invoice_number: bigint | null;
  charge_amount: string;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  fractional_type: string;
  cash_paid: string;
  documents: string;
  delivery: string;
  created_by_email: string;
  created_by_first_name: string;
  created_by_last_name: string;
};

/** A transaction of an issuer by the registry's id, in any status. */
export async function findTransaction(
  db: Db,
  issuerId: bigint,
  txnId: bigint,
  timeZone: string,
): Promise<TransactionRecord | undefined> {
  const { rows } = await db.query<TransactionRecord>(
    `select t.id, t.customer_id, t.kind, t.sub_kind, t.status, t.received_on, ${dayZero} as counted_from,
            (t.processed_at at time zone $3::text)::date as processed_on, t.effective_on, t.completed_on, t.presentor,
            t.authority, t.comments, t.invoice_number, t.charge_amount, t.ratio_numerator, t.ratio_denominator,
            t.fractional_type, t.cash_paid, t.documents, t.delivery, t.created_by_email, t.created_by_first_name,
            t.created_by_last_name
       from txn t ${itemOfTxn} where t.issuer_id = $1 and t.id = $2`,
    [issuerId, txnId, timeZone],
  );
  return rows[0];
}

/** A transaction's effect on a class: by its certificates, and by its control book entry. */
export type TransactionMove = {
  class_id: bigint;
  canceled: bigint;
  issued: bigint;
  /** Net change of issued shares by the control book. */
  book: bigint;
  /** Conversion factor of the target class. */
  numerator: bigint | null;
  denominator: bigint | null;
};

/** What transaction $2 of issuer $1 canceled and issued, with a column of the certificates. */
function sidesOf(column: string): string {
  const side = (key: SideKey) =>
    `select ${column}, ${sides[key].isIssued} as is_issued, ${sides[key].shares} as shares
       from certificate c where c.issuer_id = $1 and c.${key} = $2 and ${sides[key].where}`;
  return `${side('canceled_txn')} union all ${side('issued_txn')}`;
}

export async function transactionMoves(db: Db, issuerId: bigint, txnId: bigint): Promise<TransactionMove[]> {
  const { rows } = await db.query<TransactionMove>(
    `select moved.class_id, sum(moved.canceled)::bigint as canceled, sum(moved.issued)::bigint as issued,
            sum(moved.book)::bigint as book, f.numerator, f.denominator
       from (select class_id, case when is_issued then 0 else shares end as canceled,
                    case when is_issued then shares else 0 end as issued, 0 as book
               from (${sidesOf('c.class_id')}) as c
             union all
             select class_id, 0, 0, issued_delta from control_entry
              where issuer_id = $1 and txn_id = $2) as moved
       left join txn_factor f on f.issuer_id = $1 and f.txn_id = $2 and f.class_id = moved.class_id
      group by moved.class_id, f.numerator, f.denominator
      order by moved.class_id`,
    [issuerId, txnId],
  );
  return rows;
}

/** The restriction codes of a transaction's certificates, by side. */
export async function transactionRestrictions(
  db: Db,
  issuerId: bigint,
  txnId: bigint,
): Promise<{ is_issued: boolean; restriction: string; shares: bigint }[]> {
  const { rows } = await db.query<{ is_issued: boolean; restriction: string; shares: bigint }>(
    `select is_issued, restriction, sum(shares)::bigint as shares
       from (${sidesOf('c.restriction')}) as c
      group by is_issued, restriction order by is_issued, restriction`,
    [issuerId, txnId],
  );
  return rows;
}

export type TransactionCertificate = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  class_id: bigint;
  prefix: string;
  number: bigint;
  form: string;
  restriction: string;
  issued_on: CalendarDate;
  shares: bigint;
  is_treasury: boolean;
};

/** What makes a certificate one that transaction $2 canceled, or issued; of a position, that it moved shares there. */
const isOnSide = {
  canceled_txn: '((c.canceled_txn = $2 and not c.is_replaced) or (c.issued_txn = $2 and c.moved_shares < 0))',
  issued_txn: 'c.issued_txn = $2 and coalesce(c.moved_shares, c.shares) > 0',
} as const;

/** The certificates a transaction canceled, or issued, by sort name through a cursor. */
export function transactionCertificates(
  client: PoolClient,
  issuerId: bigint,
  txnId: bigint,
  side: SideKey,
): AsyncGenerator<TransactionCertificate, void, undefined> {
  return streamRows<TransactionCertificate>(
    client,
    `select h.customer_id, h.name, h.name2, h.name3, c.class_id, c.prefix, c.number, c.form, c.restriction,
            ${side === 'issued_txn' ? 'c.issued_on' : issuedOn} as issued_on, abs(coalesce(case when c.issued_txn = $2 then c.moved_shares end, c.shares)) as shares,
            c.is_treasury
       from certificate c
       join account a on a.issuer_id = c.issuer_id and a.holder_id = c.holder_id
       join holder h on h.id = c.holder_id
      where c.issuer_id = $1 and ${isOnSide[side]}
      order by a.sort_key, a.holder_id, c.class_id, c.id`,
    [issuerId, txnId],
    1000,
  );
}
