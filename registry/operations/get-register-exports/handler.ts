import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { listExports } from '#registry/export/run/export-rows';
import type { Context } from '../parts/context.ts';
import { exportSummary } from '../parts/exports/export-detail.ts';
import { needAllIssuers } from '../parts/registers/register-file-response.ts';

/** Registers that are or were taken out through these operations, the latest first. */
export async function getRegisterExports(
  ctx: Context,
  { start, numberOfRows }: RequestFor<'GetRegisterExports'>,
): Promise<ExactResponseFor<'GetRegisterExports'>> {
  needAllIssuers(ctx);
  const { total, exports } = await listExports(ctx.pool, { start, limit: numberOfRows });
  return { totalRecords: total, exports: exports.map(exportSummary) };
}
