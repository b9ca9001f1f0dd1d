import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { returnItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Returns held or submitted items to entry. */
export function returnItems(
  ctx: Context,
  input: RequestFor<'ReturnItems'>,
): Promise<ExactResponseFor<'ReturnItems'>> {
  return stepEach(ctx, 'ReturnItems', input, async (tx, [item], asked) => [
    await returnItem(tx, item!, asked, input.reason),
  ]);
}
