import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { requestDetail } from '../parts/items/issuer-request-response.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** One request as the officers of its issuer see it. */
export async function getRequest(
  ctx: Context,
  input: RequestFor<'GetRequest'>,
): Promise<ExactResponseFor<'GetRequest'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    return requestDetail(db, issuer.id, BigInt(input.itemId));
  });
}
