import { rejectionReasons } from '#lib/contract/agent/values';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { rejectItem } from '#registry/items/take-steps';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** Rejects items and records the notice. */
export function rejectItems(
  ctx: Context,
  input: RequestFor<'RejectItems'>,
): Promise<ExactResponseFor<'RejectItems'>> {
  const text = rejectionReasons[input.reasonCode];
  const rejection = {
    kind: input.kind,
    reasonCode: input.reasonCode,
    reason: input.text ? `${text}. ${input.text}` : text,
    noticeTo: input.noticeTo ?? '',
    noticeOn: input.noticeDate ?? null,
    returnedHow: input.returnedHow ?? '',
  };
  return stepEach(ctx, 'RejectItems', input, async (tx, [item], asked) => [
    await rejectItem(tx, item!, asked, rejection),
  ]);
}
