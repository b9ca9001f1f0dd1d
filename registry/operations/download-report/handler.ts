import type { RequestFor } from '#lib/contract/index';
import type { FoundReport } from '#registry/files/report-store';
import type { FileResponse } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import { findIssuer } from '#registry/queries/issuers';
import type { Context } from '../parts/context.ts';

/**
 * A report file, complete or still growing. A wrong code, a wrong name, another file's code, an expired link
 * and an issuer outside the client's grant all give the same 404. Only the path segments count; copies in the
 * query are ignored.
 */
export async function downloadReport(
  ctx: Context,
  input: RequestFor<'DownloadReport' | 'DownloadTransactionDetails'>,
): Promise<FileResponse> {
  const found = await ctx.reports.find(input);
  if (!found || !(await mayRead(ctx, found))) throw notFound('The file');
  return found;
}

/**
 * A file about several issuers is served to the client that ordered it and to clients that see every issuer. A
 * token limited to issuers gets it only when the ordering token was limited to no other issuers.
 */
async function mayRead({ pool, caller }: Context, found: FoundReport): Promise<boolean> {
  const { issuers, clientId, isNarrowed } = caller;
  if (issuers === 'all') return true;
  if (found.issuerId === null) {
    const ordered = found.tokenIssuers?.isSubsetOf(issuers) ?? false;
    return found.clientId === clientId && (ordered || !isNarrowed);
  }
  const issuer = await findIssuer(pool, { id: found.issuerId });
  return issuer !== undefined && issuers.has(issuer.customerId);
}
