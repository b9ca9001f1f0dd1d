import { itemStage, openStages } from '#lib/contract/agent/values';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { itemPage, lastChange } from '#registry/items/list';
import type { Context } from '../parts/context.ts';
import { itemSummary } from '../parts/items/item-response.ts';
import { anyIssuers } from '../parts/request/coverage.ts';

/** One page of the work queue of one issuer or of all. */
export async function getItems(
  ctx: Context,
  input: RequestFor<'GetItems'>,
): Promise<ExactResponseFor<'GetItems'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const every = input.all ? itemStage.options : openStages;
    const page = await itemPage(db, {
      issuers: issuers.map((one) => one.id),
      stages: input.stage ? [input.stage] : every,
      kind: input.kind ?? null,
      assignedTo: input.assignedTo ?? null,
      text: input.text || null,
      sortBy: input.sortBy,
      start: input.start,
      rows: input.numberOfRows,
    });
    return {
      totalRecords: page.total,
      items: page.items.map(itemSummary),
      counts: page.counts,
      sequence: await lastChange(db),
    };
  });
}
