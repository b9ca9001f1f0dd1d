import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { removeFile } from '#registry/items/files';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { itemToChange, refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** Removes a file of an open item; its digest and the reason stay. 409 as for an upload, 404 for an unknown file. */
export async function removeItemDocument(
  ctx: Context,
  input: RequestFor<'RemoveItemDocument'>,
): Promise<ExactResponseFor<'RemoveItemDocument'>> {
  const asked = clientRequester(ctx, input.actor);
  return writing(ctx, 'RemoveItemDocument', input, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const item = await itemToChange(tx, issuer.id, input, 'removeFile');
    await removeFile(tx, item, BigInt(input.documentId), input.reason, asked).catch(refusedAsConflict);
    return itemDetail(tx, issuer.id, item.id, ctx.work.approval);
  });
}
