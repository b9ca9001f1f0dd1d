import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { stopPage } from '#registry/queries/facts/stops';
import { transactionNumber } from '#registry/queries/journal';
import type { Context } from '../parts/context.ts';
import { certificateName, registration } from '../parts/display-text.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

/** Stops on the certificates of an issuer, newest first. */
export async function getStops(
  ctx: Context,
  input: RequestFor<'GetStops'>,
): Promise<ExactResponseFor<'GetStops'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const selection = { status: input.status, certificateId: input.controlCertificateId };
    const { total, rows } = await stopPage(db, issuer.id, today, selection, input);
    return {
      totalRecords: total,
      stops: rows.map((row) => ({
        stopId: row.id,
        controlCertificateId: row.certificate_id,
        prefixAndCertificateNumber: certificateName(row.prefix, row.number),
        securityTypeId: row.class_id,
        security: ofId(row.class_id).name,
        customerShareholderId: row.holder_customer_id,
        shareholderName: registration(row).join(' '),
        shares: row.shares,
        kind: row.kind,
        placed: row.placed_on,
        placedBy: row.placed_by,
        demandedBy: row.demanded_by,
        document: row.document,
        expires: row.expires_on,
        released: row.released_on,
        releasedBy: row.released_by,
        releaseReason: row.release_reason,
        releaseDocument: row.release_document,
        note: row.note,
        transactionId:
          row.txn_id === null
            ? null
            : transactionNumber({ id: row.txn_id, customer_id: row.txn_customer_id }),
        controlTransactionId: row.txn_id,
      })),
    };
  });
}
