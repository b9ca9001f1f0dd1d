import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import type { Context } from '../parts/context.ts';
import { registerStep } from '../parts/registers/step.ts';

/** Ends a register that is not posted. Its digest, its history and the reason stay. */
export async function discardRegisterFile(
  ctx: Context,
  input: RequestFor<'DiscardRegisterFile'>,
): Promise<ExactResponseFor<'DiscardRegisterFile'>> {
  const states = ['Pulling', 'Uploading', 'Uploaded', 'Checked', 'Approved'] as const;
  const detail = await registerStep(ctx, 'DiscardRegisterFile', input, states, async (tx, file) => {
    await tx.query('delete from register_finding where file_id = $1', [file.id]);
    // What was posted before keeps its result.
    await tx.query(`delete from bulk_row where file_id = $1 and state = 'Waiting'`, [file.id]);
    await tx.query(
      `update register_file set state = 'Discarded', has_findings_file = false, problem = '', version = version + 1
        where id = $1`,
      [file.id],
    );
    return { kind: 'Discarded', text: input.reason };
  });
  await ctx.registers.folder.remove(input.registerFileId);
  return detail;
}
