import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { dayZeroOfRejection, ofRejection, receivedOfRejection } from '../day-zero.ts';

/** What a list says of one rejected item. Its class may be unknown, and a stop request has no transaction. */
export type RejectedItem = {
  issuer: string;
  id: bigint;
  kind: string;
  received_on: CalendarDate;
  /** Day 0 of its turnaround. */
  counted_from: CalendarDate;
  rejected_on: CalendarDate;
  class_id: bigint | null;
  class_name: string | null;
  cusip: string | null;
  txn_id: bigint | null;
  txn_customer_id: bigint | null;
  presentor_name: string;
  presentor_address: string;
  participant_number: string;
  guarantor_name: string;
  medallion_prefix: string;
  medallion_serial: string;
  holder_customer_id: string | null;
  name: string | null;
  name2: string | null;
  name3: string | null;
  certificates: string;
  shares: bigint;
  value: string | null;
  reason_code: string;
  reason: string;
  notice_to: string;
  notice_on: CalendarDate | null;
  returned_how: string;
  again_id: bigint | null;
  again_customer_id: bigint | null;
};

/** Columns of a `RejectedItem`, of the tables below. */
export const rejectedColumns = `i.name as issuer, r.id, r.kind, ${receivedOfRejection} as received_on,
            ${dayZeroOfRejection} as counted_from, r.rejected_on, r.class_id, k.name as class_name, k.cusip,
            t.id as txn_id, t.customer_id as txn_customer_id, r.presentor_name, r.presentor_address, r.participant_number,
            r.guarantor_name, r.medallion_prefix, r.medallion_serial, h.customer_id as holder_customer_id, h.name, h.name2,
            h.name3, r.certificates, r.shares, r.value, r.reason_code, r.reason, r.notice_to, r.notice_on, r.returned_how,
            a.id as again_id, a.customer_id as again_customer_id`;

/** The rejections of the issuers $1 rejected on the days $2 to $3, with what belongs to each. */
export const rejectedBetween = `from rejection r
       join issuer i on i.id = r.issuer_id
       ${ofRejection}
       left join security_class k on k.issuer_id = r.issuer_id and k.id = r.class_id
       left join holder h on h.id = r.holder_id
       left join txn a on a.issuer_id = r.issuer_id and a.id = r.represented_txn
      where r.issuer_id = any($1::bigint[]) and r.rejected_on between $2 and $3`;

export type Rejection = RejectedItem & {
  issuer_id: bigint;
  kind: 'DTC' | 'Medallion';
  is_dollar: boolean | null;
  invoice_number: bigint | null;
};

/**
 * Depository and medallion rejections by rejected date, both ends included: depository first, then by date and
 * number. Other rejections are in neither list.
 */
export async function rejectionsBetween(
  db: Db,
  issuerIds: readonly bigint[],
  from: CalendarDate,
  to: CalendarDate,
  kinds: readonly string[],
): Promise<Rejection[]> {
  const { rows } = await db.query<Rejection>(
    `select ${rejectedColumns}, r.issuer_id, k.is_dollar, r.invoice_number
       ${rejectedBetween} and r.kind = any($4::text[])
      order by r.kind, r.rejected_on, r.issuer_id, r.id`,
    [issuerIds, from, to, kinds],
  );
  return rows;
}
