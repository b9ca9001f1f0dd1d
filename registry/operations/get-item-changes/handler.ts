import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { changedItems, lastChange } from '#registry/items/list';
import type { Context } from '../parts/context.ts';
import { itemSummary } from '../parts/items/item-response.ts';
import { anyIssuers } from '../parts/request/coverage.ts';

/** Items changed since the caller's last answer. */
export async function getItemChanges(
  ctx: Context,
  input: RequestFor<'GetItemChanges'>,
): Promise<ExactResponseFor<'GetItemChanges'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const ids = issuers.map((one) => one.id);
    const { items, isIncomplete } = await changedItems(db, ids, BigInt(input.after));
    return { sequence: await lastChange(db), isIncomplete, items: items.map(itemSummary) };
  });
}
