import type { RequestFor } from '#lib/contract/index';
import { resultsWorkbook } from '#registry/bulk/results-workbook';
import type { StoredFile } from '#registry/http/file-reply';
import { notFound } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';

/** The results of a bulk sheet as a workbook; 404 for a register. */
export async function getBulkResultsFile(
  ctx: Context,
  { registerFileId }: RequestFor<'GetBulkResultsFile'>,
): Promise<StoredFile> {
  const file = await registerFile(ctx, ctx.pool, registerFileId);
  if (file.kind !== 'Bulk') throw notFound('The file');
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${file.name.replace(/\.[A-Za-z0-9]*$/, '')} results.xlsx`,
    stream: () => resultsWorkbook(ctx.pool, file.id, ctx.clock.today()),
  };
}
