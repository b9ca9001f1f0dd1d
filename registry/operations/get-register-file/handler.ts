import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { registerDetail } from '../parts/registers/register-file-response.ts';

/** One register with the result of its check and its history. */
export async function getRegisterFile(
  ctx: Context,
  { registerFileId }: RequestFor<'GetRegisterFile'>,
): Promise<ExactResponseFor<'GetRegisterFile'>> {
  return inSnapshot(ctx.pool, (db) => registerDetail(ctx, db, registerFileId));
}
