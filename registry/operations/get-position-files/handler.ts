import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { positionFiles } from '#registry/queries/depository/files';
import type { Context } from '../parts/context.ts';
import { needAllIssuersForPositions, shownPositionFile } from '../parts/response/position-file.ts';

/** Position files of the depository, the latest day first. */
export async function getPositionFiles(
  ctx: Context,
  input: RequestFor<'GetPositionFiles'>,
): Promise<ExactResponseFor<'GetPositionFiles'>> {
  needAllIssuersForPositions(ctx);
  return inSnapshot(ctx.pool, async (db) => {
    const { total, rows } = await positionFiles(db, input);
    return { totalRecords: total, files: rows.map(shownPositionFile) };
  });
}
