import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { businessDaysBetween } from '#lib/format/business-days';
import { inSnapshot } from '#registry/db/session';
import { rejectionPage } from '#registry/queries/facts/rejections';
import { transactionNumber } from '#registry/queries/journal';
import type { Context } from '../parts/context.ts';
import { registration } from '../parts/display-text.ts';
import { anyIssuers, period } from '../parts/request/coverage.ts';

/** Rejections of a period by day of rejection, of one issuer or of all; those of no list of the interface too. */
export async function getRejections(
  ctx: Context,
  input: RequestFor<'GetRejections'>,
): Promise<ExactResponseFor<'GetRejections'>> {
  const { from, cutoff } = period(ctx, input.startDate, input.endDate);
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const ids = issuers.map(({ id }) => id);
    const { total, rows } = await rejectionPage(db, ids, from, cutoff, input);
    return {
      totalRecords: total,
      rejections: rows.map((row) => ({
        rejectNumber: row.id,
        customerIssuerId: row.customer_issuer_id,
        issuerName: row.issuer,
        kind: row.kind,
        receivedDate: row.received_on,
        rejectedDate: row.rejected_on,
        businessDays: businessDaysBetween(row.counted_from, row.rejected_on),
        securityTypeId: row.class_id,
        security: row.class_name ?? '',
        cusip: row.cusip ?? '',
        transactionId:
          row.txn_id === null
            ? null
            : transactionNumber({ id: row.txn_id, customer_id: row.txn_customer_id }),
        controlTransactionId: row.txn_id,
        presentor: row.presentor_name,
        presentorAddress: row.presentor_address,
        participantNumber: row.participant_number,
        guarantor: row.guarantor_name,
        medallionPrefix: row.medallion_prefix,
        medallionSerial: row.medallion_serial,
        customerShareholderId: row.holder_customer_id,
        registeredHolder: registration({
          name: row.name ?? '',
          name2: row.name2 ?? '',
          name3: row.name3 ?? '',
        }),
        certificates: row.certificates,
        shares: row.shares,
        value: row.value,
        reasonCode: row.reason_code,
        reason: row.reason,
        noticeTo: row.notice_to,
        noticeDate: row.notice_on,
        returnedHow: row.returned_how,
        representedAsTransactionId:
          row.again_id === null
            ? null
            : transactionNumber({ id: row.again_id, customer_id: row.again_customer_id }),
      })),
    };
  });
}
