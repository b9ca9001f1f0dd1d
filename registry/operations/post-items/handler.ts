import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { postItems as post } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Posts items to the register; several of one issuer share a transaction. */
export function postItems(
  ctx: Context,
  input: RequestFor<'PostItems'>,
): Promise<ExactResponseFor<'PostItems'>> {
  return stepEach(
    ctx,
    'PostItems',
    input,
    (tx, items, asked) =>
      post(tx, items[0]!.issuerId, items, asked, {
        acknowledged: input.acknowledged,
        rule: ctx.work.approval,
      }),
    'together',
  );
}
