import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { assignItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Assigns items to a user, or to nobody. */
export function assignItems(
  ctx: Context,
  input: RequestFor<'AssignItems'>,
): Promise<ExactResponseFor<'AssignItems'>> {
  return stepEach(ctx, 'AssignItems', input, async (tx, [item], asked) => [
    await assignItem(tx, item!, asked, input.assignedTo),
  ]);
}
