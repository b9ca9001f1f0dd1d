import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** One item with its content, files and history. */
export async function getItem(
  ctx: Context,
  input: RequestFor<'GetItem'>,
): Promise<ExactResponseFor<'GetItem'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    return itemDetail(db, issuer.id, BigInt(input.itemId), ctx.work.approval);
  });
}
