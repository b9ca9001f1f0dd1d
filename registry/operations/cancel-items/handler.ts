import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { cancelItem } from '#registry/items/end-items';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Cancels items that were withdrawn. */
export function cancelItems(
  ctx: Context,
  input: RequestFor<'CancelItems'>,
): Promise<ExactResponseFor<'CancelItems'>> {
  return stepEach(ctx, 'CancelItems', input, async (tx, [item], asked) => [
    await cancelItem(tx, item!, asked, input.reason),
  ]);
}
