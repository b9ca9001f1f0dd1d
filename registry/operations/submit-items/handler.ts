import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { submitItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Submits entered items for approval, or makes them ready where none is required. */
export function submitItems(
  ctx: Context,
  input: RequestFor<'SubmitItems'>,
): Promise<ExactResponseFor<'SubmitItems'>> {
  return stepEach(ctx, 'SubmitItems', input, async (tx, [item], asked) => [
    await submitItem(tx, item!, asked, ctx.work.approval),
  ]);
}
