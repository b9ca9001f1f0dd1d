import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import { updateItem as update } from '#registry/items/enter';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { itemToChange } from '../parts/items/item-to-change.ts';
import { refuseFuture, refuseUnused, withTaxIdsOnFile } from '../parts/items/validate-content.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** Field names in the request for the fields of ledger errors. */
const fields = { issuerId: 'customerIssuerId' };

/** Replaces the content of an open item. 409 when it was changed since it was read, or has ended. */
export async function updateItem(
  ctx: Context,
  input: RequestFor<'UpdateItem'>,
): Promise<ExactResponseFor<'UpdateItem'>> {
  refuseUnused(input.content);
  refuseFuture(ctx, input.content);
  const asked = clientRequester(ctx, input.actor);
  const given = { timeZone: ctx.clock.timeZone, cutoff: ctx.work.cutoff };
  return writing(ctx, 'UpdateItem', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const item = await itemToChange(tx, issuer.id, input, 'update');
    if (item.kind !== input.content.kind)
      throw new HttpError(400, 'The request is not valid.', {
        errors: { 'content.kind': ['The kind of an item does not change; cancel it and enter another.'] },
      });
    const content = withTaxIdsOnFile(input.content, item.content, input.keptTaxIds);
    await update(tx, item, content, asked, given);
    return itemDetail(tx, issuer.id, item.id, ctx.work.approval);
  });
}
