import type { RequestFor } from '#lib/contract/index';
import type { JsonText } from '#registry/http/reply';
import { holderRecordsOf } from '#registry/queries/holder-records';
import type { Context } from '../parts/context.ts';
import { record } from '../parts/response/holder-record.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';

/** Every registration with an account at the issuer, including those without holdings, by sort name. */
export function getShareholderDetailsList(
  ctx: Context,
  input: RequestFor<'GetShareholderDetailsList'>,
): Promise<JsonText> {
  return issuerList(ctx, input.customerIssuerId, 'all', async function* (client, issuer) {
    yield '{"shareholders":';
    yield* streamedPieces(holderRecordsOf(client, issuer.id), record);
    yield '}';
  });
}
