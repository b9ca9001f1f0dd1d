import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { exportDetail } from '../parts/exports/export-detail.ts';

/** One export with its progress, what is in its file, and its history. */
export async function getRegisterExport(
  ctx: Context,
  { registerExportId }: RequestFor<'GetRegisterExport'>,
): Promise<ExactResponseFor<'GetRegisterExport'>> {
  return inSnapshot(ctx.pool, (db) => exportDetail(ctx, db, registerExportId));
}
