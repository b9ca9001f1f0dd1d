import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { approveItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Approves items that another user entered. */
export function approveItems(
  ctx: Context,
  input: RequestFor<'ApproveItems'>,
): Promise<ExactResponseFor<'ApproveItems'>> {
  return stepEach(ctx, 'ApproveItems', input, async (tx, [item], asked) => [
    await approveItem(tx, item!, asked, input.acknowledged),
  ]);
}
