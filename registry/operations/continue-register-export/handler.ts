import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { exportStep, queueExport } from '../parts/exports/export-step.ts';

/** Goes on with an export that was stopped or failed. */
export async function continueRegisterExport(
  ctx: Context,
  input: RequestFor<'ContinueRegisterExport'>,
): Promise<ExactResponseFor<'ContinueRegisterExport'>> {
  return exportStep(ctx, 'ContinueRegisterExport', input, 'ExportContinued', async (tx, row) => {
    if (row.work) throw new HttpError(409, 'The export is being made.');
    if (row.state !== 'Preparing') throw new HttpError(409, `The export is ${row.state.toLowerCase()}.`);
    await queueExport(ctx, tx, row.id, input.actor);
  });
}
