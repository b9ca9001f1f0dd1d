import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** The first day that the books of an issuer cover, so that no earlier one is offered. */
export async function getIssuerBooks(
  ctx: Context,
  input: RequestFor<'GetIssuerBooks'>,
): Promise<ExactResponseFor<'GetIssuerBooks'>> {
  const issuer = await issuerInScope(ctx.pool, ctx.caller, 'customerIssuerId', input.customerIssuerId);
  return { customerIssuerId: issuer.customerId, booksFrom: issuer.booksFrom };
}
