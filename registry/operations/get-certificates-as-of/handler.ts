import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { certificatePage } from '#registry/queries/facts/certificates';
import type { Context } from '../parts/context.ts';
import { certificateName, registration, restrictionText } from '../parts/display-text.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

/** Certificates by their status at the close of a day. */
export async function getCertificatesAsOf(
  ctx: Context,
  input: RequestFor<'GetCertificatesAsOf'>,
): Promise<ExactResponseFor<'GetCertificatesAsOf'>> {
  const day = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'cutoff', day);
    const ofId = classNamed(await classesOf(db, issuer.id, day));
    const { status, securityTypeId: classId, customerShareholderId } = input;
    const selection = { status, classId, customerShareholderId };
    const { total, rows } = await certificatePage(db, issuer.id, day, selection, input);
    return {
      totalRecords: total,
      certificates: rows.map((row) => ({
        controlCertificateId: row.id,
        customerCertificateId: row.customer_id,
        prefixAndCertificateNumber: certificateName(row.prefix, row.number),
        securityTypeId: row.class_id,
        security: ofId(row.class_id).name,
        customerShareholderId: row.holder_customer_id,
        systemShareholderId: row.holder_id,
        shareholderName: registration(row).join(' '),
        shares: row.shares,
        restrictionCode: row.restriction,
        restriction: restrictionText(row.restriction),
        form: row.form,
        issued: row.issued_on,
        canceled: row.canceled_on > day ? null : row.canceled_on,
        acquiredOn: row.acquired_on,
        stops: row.stops ?? [],
      })),
    };
  });
}
