import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { enterItem } from '#registry/items/enter';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { refuseFuture, refuseUnused } from '../parts/items/validate-content.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** Field names in the request for the fields of ledger errors. */
const fields = { issuerId: 'customerIssuerId' };

/** Logs an item that was received. */
export async function createItem(
  ctx: Context,
  input: RequestFor<'CreateItem'>,
): Promise<ExactResponseFor<'CreateItem'>> {
  refuseUnused(input.content);
  refuseFuture(ctx, input.content);
  const asked = clientRequester(ctx, input.actor);
  const given = { timeZone: ctx.clock.timeZone, cutoff: ctx.work.cutoff };
  return writing(ctx, 'CreateItem', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const item = await enterItem(tx, issuer.id, input.content, asked, given);
    return itemDetail(tx, issuer.id, item.id, ctx.work.approval);
  });
}
