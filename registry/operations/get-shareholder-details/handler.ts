import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { notFound } from '#registry/http/http-error';
import { findHolderRecord } from '#registry/queries/holder-records';
import type { Context } from '../parts/context.ts';
import { record } from '../parts/response/holder-record.ts';

/** One registration. 404 when it does not exist, or when it has no account at an issuer the client may see. */
export async function getShareholderDetails(
  ctx: Context,
  input: RequestFor<'GetShareholderDetails'>,
): Promise<ExactResponseFor<'GetShareholderDetails'>> {
  const found = await findHolderRecord(ctx.pool, input.customerShareholderId, ctx.caller);
  if (!found) throw notFound('The shareholder');
  return record(found);
}
