import type { RequestFor } from '#lib/contract/index';
import type { FoundReport } from '../files/desk.ts';
import { begun, tail } from '../files/growing.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { FileAnswer } from '../http/reply.ts';
import { findIssuer } from '../queries/issuers.ts';
import type { Context } from './context.ts';

/**
 * A report file as it grows. Wrong code, wrong name, other file, hour over, or an issuer outside the client's grant: the
 * same 404 (decisions, ruling 16). Waits for the first byte, so that a failure before it is an honest status.
 */
export async function downloadReport(
  ctx: Context,
  input: RequestFor<'DownloadReport' | 'DownloadTransactionDetails'>,
): Promise<FileAnswer> {
  const found = await ctx.reports.find(input);
  if (!found || !(await mayRead(ctx, found))) throw notFound('The file');
  const { file } = found;
  await begun(file);
  if (file.state === 'Failed') {
    throw new Failure(500, 'The report could not be completed. Please request it again.');
  }
  const whole = file.state === 'Ready';
  return {
    contentType: found.contentType,
    fileName: found.fileName,
    length: whole ? file.bytes : undefined,
    sha256: whole ? file.sha256 : undefined,
    open: () => tail(file),
  };
}

/** A file about several issuers is for the client that ordered it and for those that see every issuer. */
async function mayRead({ pool, caller }: Context, found: FoundReport): Promise<boolean> {
  if (caller.issuers === 'all') return true;
  if (found.issuerId === null) return found.clientId === caller.clientId;
  const issuer = await findIssuer(pool, { id: found.issuerId });
  return issuer !== undefined && caller.issuers.has(issuer.customerId);
}
