import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { rowsOfLine } from '../parts/ta2/rows-of-line.ts';
import { needAgent } from '../parts/ta2/worksheet.ts';

/** The rows behind a figure of the worksheet, a page of them. */
export async function getTA2Rows(
  ctx: Context,
  { year, line, start, numberOfRows }: RequestFor<'GetTA2Rows'>,
): Promise<ExactResponseFor<'GetTA2Rows'>> {
  needAgent(ctx);
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const { total, rows } = await rowsOfLine(db, { year, today }, line, { start, numberOfRows });
    return { totalRecords: total, rows };
  });
}
