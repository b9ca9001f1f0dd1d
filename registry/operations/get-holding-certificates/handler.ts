import type { RequestFor } from '#lib/contract/index';
import type { JsonText } from '#registry/http/reply';
import { heldCertificates } from '#registry/queries/account-holdings';
import { classesOf } from '#registry/queries/classes';
import type { Context } from '../parts/context.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { heldCertificate } from '../parts/response/held-certificate.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';

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
    const rows = heldCertificates(client, issuer.id, today, { customerShareholderId, status });
    yield* streamedPieces(rows, heldCertificate(ofId, today));
  });
}
