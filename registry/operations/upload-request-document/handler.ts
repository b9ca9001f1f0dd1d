import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { digestOf } from '#registry/items/files';
import { fileFromIssuer } from '#registry/items/requests/request-messages';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { requestDetail } from '../parts/items/issuer-request-response.ts';
import { refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** An officer adds a file to a request. 404 for an unknown one, 409 when it has ended or has this file. */
export async function uploadRequestDocument(
  ctx: Context,
  input: RequestFor<'UploadRequestDocument'>,
): Promise<ExactResponseFor<'UploadRequestDocument'>> {
  const { body, mediaType, ...facts } = input;
  const { actorEmail: email, actorFirstName: firstName, actorLastName: lastName, name } = facts;
  const asked = clientRequester(ctx, { email, firstName, lastName });
  // The key is bound to the digest of the file, not to its 20 MB.
  const keyed = { ...facts, mediaType, sha256: digestOf(body) };
  return writing(ctx, 'UploadRequestDocument', keyed, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const itemId = BigInt(input.itemId);
    const file = { name, mediaType, body };
    await fileFromIssuer(tx, issuer.id, itemId, file, asked).catch(refusedAsConflict);
    return requestDetail(tx, issuer.id, itemId);
  });
}
