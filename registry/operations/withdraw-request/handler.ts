import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { withdrawRequest as withdraw } from '#registry/items/requests/request-messages';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { requestDetail } from '../parts/items/issuer-request-response.ts';
import { refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** An officer takes a request back. 404 for an unknown one, 409 when it has ended. */
export async function withdrawRequest(
  ctx: Context,
  input: RequestFor<'WithdrawRequest'>,
): Promise<ExactResponseFor<'WithdrawRequest'>> {
  const asked = clientRequester(ctx, input.actor);
  return writing(ctx, 'WithdrawRequest', input, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const itemId = BigInt(input.itemId);
    await withdraw(tx, issuer.id, itemId, input.text, asked).catch(refusedAsConflict);
    return requestDetail(tx, issuer.id, itemId);
  });
}
