import { rejectionReasons } from '#lib/contract/agent/values';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { rejectItem } from '#registry/items/end-items';
import type { Context } from '../parts/context.ts';
import { stepEach } from '../parts/items/step-each.ts';

/** The list of rejections that a letter of a reason names. */
const lists: Readonly<Record<string, RequestFor<'RejectItems'>['kind']>> = {
  D: 'DTC',
  M: 'Medallion',
  O: 'Other',
};

/** Rejects items and records the notice. */
export function rejectItems(
  ctx: Context,
  input: RequestFor<'RejectItems'>,
): Promise<ExactResponseFor<'RejectItems'>> {
  const list = lists[input.reasonCode.charAt(0)]!;
  if (input.kind !== list) throw badField('kind', `must be ${list} for the reason ${input.reasonCode}`);
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
