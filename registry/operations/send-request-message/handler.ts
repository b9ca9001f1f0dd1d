import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { messageFromIssuer } from '#registry/items/requests/request-messages';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { requestDetail } from '../parts/items/issuer-request-response.ts';
import { refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** An officer writes about a request. 404 for an unknown one, 409 when it has ended. */
export async function sendRequestMessage(
  ctx: Context,
  input: RequestFor<'SendRequestMessage'>,
): Promise<ExactResponseFor<'SendRequestMessage'>> {
  const asked = clientRequester(ctx, input.actor);
  return writing(ctx, 'SendRequestMessage', input, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const itemId = BigInt(input.itemId);
    await messageFromIssuer(tx, issuer.id, itemId, input.text, asked).catch(refusedAsConflict);
    return requestDetail(tx, issuer.id, itemId);
  });
}
