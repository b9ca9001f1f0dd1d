import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { exportStep } from '../parts/exports/export-step.ts';

/** Deletes what was made. The digest, what was in the file, and the history stay. */
export async function discardRegisterExport(
  ctx: Context,
  input: RequestFor<'DiscardRegisterExport'>,
): Promise<ExactResponseFor<'DiscardRegisterExport'>> {
  const detail = await exportStep(ctx, 'DiscardRegisterExport', input, 'Discarded', async (tx, row) => {
    if (row.work) throw new HttpError(409, 'The export is being made. Stop it first.');
    if (row.state === 'Discarded') throw new HttpError(409, 'The export is discarded already.');
    await tx.query('delete from register_export_part where file_id = $1', [row.id]);
    await tx.query(
      `update register_file set state = 'Discarded', problem = '', version = version + 1 where id = $1`,
      [row.id],
    );
  });
  await ctx.registers.folder.remove(input.registerExportId);
  return detail;
}
