import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { exportStep } from '../parts/exports/export-step.ts';

/** Asks the work on an export to end. What is whole is kept. */
export async function stopRegisterExport(
  ctx: Context,
  input: RequestFor<'StopRegisterExport'>,
): Promise<ExactResponseFor<'StopRegisterExport'>> {
  return exportStep(ctx, 'StopRegisterExport', input, 'StopAsked', async (tx, row) => {
    if (!row.work) throw new HttpError(409, 'The export is not being made.');
    await tx.query('update register_file set is_stopping = true where id = $1', [row.id]);
  });
}
