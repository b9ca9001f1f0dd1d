import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { formatNumericDate } from '#lib/format/dates';
import type { JsonText } from '#registry/http/reply';
import { type HeldCertificate, heldCertificates } from '#registry/queries/account-holdings';
import { classesOf } from '#registry/queries/classes';
import type { Context } from '../parts/context.ts';
import { certificateName, restrictionText, stopText } from '../parts/display-text.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';

type Certificate = ExactResponseFor<'GetHoldingCertificates'>[number];

/** Today's certificates of one account or of all; always an array. */
export function getHoldingCertificates(
  ctx: Context,
  input: RequestFor<'GetHoldingCertificates'>,
): Promise<JsonText> {
  const today = ctx.clock.today();
  const { customerShareholderId, filterStatus: status } = input;
  const accounts = customerShareholderId === undefined ? 'all' : 'one';
  return issuerList(ctx, input.customerIssuerId, accounts, async function* (client, issuer) {
    const ofId = classNamed(await classesOf(client, issuer.id, today));
    const certificate = (row: HeldCertificate): Certificate => ({
      controlCertificateId: row.id,
      // Always an integer in this record, unlike in the other two.
      customerCertificateId: row.customer_id ?? row.id,
      prefixAndCertificateNumber: certificateName(row.prefix, row.number),
      issued: formatNumericDate(row.issued_on),
      canceled: row.canceled_on > today ? '' : formatNumericDate(row.canceled_on),
      security: ofId(row.class_id).name,
      restriction: restrictionText(row.restriction),
      stop: stopText(row.stops).join('; '),
      shares: row.shares,
      postReverseSplit: row.post_reverse_split,
    });
    const rows = heldCertificates(client, issuer.id, today, { customerShareholderId, status });
    yield* streamedPieces(rows, certificate);
  });
}
