import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeToIssuer as write } from '#registry/items/requests/request-messages';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { itemDetail } from '../parts/items/item-response.ts';
import { refusedAsConflict } from '../parts/items/item-to-change.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/**
 * The agent writes to the issuer about the item of its request, or asks it something. 404 for an unknown item or file, 409
 * for a later version, an ended item, one that no officer asked for, or a day outside of its limits.
 */
export async function writeToIssuer(
  ctx: Context,
  input: RequestFor<'WriteToIssuer'>,
): Promise<ExactResponseFor<'WriteToIssuer'>> {
  const asked = clientRequester(ctx, input.actor);
  return writing(ctx, 'WriteToIssuer', input, {}, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const itemId = BigInt(input.itemId);
    const target = { issuerId: issuer.id, itemId, version: input.version };
    await write(tx, target, asked, {
      text: input.text,
      nextActionOn: input.nextActionOn ?? null,
      documentIds: input.documentIds.map(BigInt),
    }).catch(refusedAsConflict);
    return itemDetail(tx, issuer.id, itemId, ctx.work.approval);
  });
}
