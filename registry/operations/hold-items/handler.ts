import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { holdItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Holds items until a day. */
export function holdItems(
  ctx: Context,
  input: RequestFor<'HoldItems'>,
): Promise<ExactResponseFor<'HoldItems'>> {
  return stepEach(ctx, 'HoldItems', input, async (tx, [item], asked) => [
    await holdItem(tx, item!, asked, input),
  ]);
}
