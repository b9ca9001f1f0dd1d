import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { hasResults } from '#registry/bulk/bulk-rows';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { queueWork, registerStep } from '../parts/registers/step.ts';

/** Begins a check. An approval of an earlier one is void. */
export async function checkRegisterFile(
  ctx: Context,
  input: RequestFor<'CheckRegisterFile'>,
): Promise<ExactResponseFor<'CheckRegisterFile'>> {
  const states = ['Uploaded', 'Checked', 'Approved'] as const;
  return registerStep(ctx, 'CheckRegisterFile', input, states, async (tx, file) => {
    if (file.kind === 'Bulk' && (await hasResults(tx, file.id)))
      throw new HttpError(
        409,
        'Rows of this bulk sheet have results. Post the others, or upload the sheet again: nothing is written twice.',
      );
    await queueWork(ctx, tx, file, { kind: 'check', actor: input.actor });
    await tx.query(
      `update register_file set approved_by = null, approved_outcome = null, accepted = '',
              state = case state when 'Approved' then 'Checked' else state end where id = $1`,
      [file.id],
    );
    return { kind: 'CheckBegun', text: file.state === 'Approved' ? 'The approval is void.' : '' };
  });
}
