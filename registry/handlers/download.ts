import type { RequestFor } from '#lib/contract/index';
import type { FoundReport } from '../files/desk.ts';
import { notFound } from '../http/failure.ts';
import type { FileAnswer } from '../http/file-reply.ts';
import { findIssuer } from '../queries/issuers.ts';
import type { Context } from './context.ts';

/**
 * A report file, complete or growing. Wrong code, wrong name, other file, hour over, or an issuer outside the
 * client's grant: the same 404. The segments count; query copies of them are ignored.
 */
export async function downloadReport(
  ctx: Context,
  input: RequestFor<'DownloadReport' | 'DownloadTransactionDetails'>,
): Promise<FileAnswer> {
  const found = await ctx.reports.find(input);
  if (!found || !(await mayRead(ctx, found))) throw notFound('The file');
  return found;
}

/**
 * A file about several issuers is for the client that ordered it and for those that see every issuer. A token that names
 * issuers gets it only when it was ordered with one that named no others.
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
