import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { listFiles } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needAllIssuers, registerSummary } from '../parts/registers/register-file-response.ts';

/** Registers that are or were brought in through these operations, the latest first. */
export async function getRegisterFiles(
  ctx: Context,
  { kind, state, start, numberOfRows }: RequestFor<'GetRegisterFiles'>,
): Promise<ExactResponseFor<'GetRegisterFiles'>> {
  needAllIssuers(ctx);
  const { total, files } = await listFiles(ctx.pool, {
    kind,
    state: state ?? null,
    start,
    limit: numberOfRows,
  });
  return { totalRecords: total, files: files.map(registerSummary) };
}
