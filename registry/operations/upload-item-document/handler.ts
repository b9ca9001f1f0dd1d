import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addFile, digestOf } from '#registry/items/files';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { itemToChange, refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** Adds a file to an open item. 409 when the item was changed since it was read, has ended or has this file. */
export async function uploadItemDocument(
  ctx: Context,
  input: RequestFor<'UploadItemDocument'>,
): Promise<ExactResponseFor<'UploadItemDocument'>> {
  const { body, mediaType, ...facts } = input;
  const { actorEmail: email, actorFirstName: firstName, actorLastName: lastName, name } = facts;
  const asked = clientRequester(ctx, { email, firstName, lastName });
  // The key is bound to the digest of the file, not to its 20 MB.
  const keyed = { ...facts, mediaType, sha256: digestOf(body) };
  return writing(ctx, 'UploadItemDocument', keyed, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const item = await itemToChange(tx, issuer.id, input, 'addFile');
    await addFile(tx, item, { name, mediaType, body }, asked).catch(refusedAsConflict);
    return itemDetail(tx, issuer.id, item.id, ctx.work.approval);
  });
}
