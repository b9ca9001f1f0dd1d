import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { requestPage } from '#registry/items/requests/request-list';
import type { Context } from '../parts/context.ts';
import { requestSummary } from '../parts/items/issuer-request-response.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** One page of what the officers of an issuer asked for. */
export async function getRequests(
  ctx: Context,
  input: RequestFor<'GetRequests'>,
): Promise<ExactResponseFor<'GetRequests'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const page = await requestPage(db, issuer.id, { start: input.start, rows: input.numberOfRows });
    return { totalRecords: page.total, requests: page.requests.map(requestSummary) };
  });
}
