import type { ExactResponseFor } from '#lib/contract/index';
import { listIssuers } from '#registry/queries/issuers';
import type { Context } from '../parts/context.ts';

/** Issuers the client may see, by customer id. */
export async function getTransferAgentIssuers(
  ctx: Context,
): Promise<ExactResponseFor<'GetTransferAgentIssuers'>> {
  const issuers = await listIssuers(ctx.pool, ctx.caller.issuers);
  return issuers.map((issuer) => ({
    name: issuer.name,
    customerIssuerId: issuer.customerId,
    controlIssuerId: issuer.id,
    status: issuer.status,
    primaryAddress: issuer.address,
  }));
}
