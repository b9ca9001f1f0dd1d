import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { queueWork, registerStep } from '../parts/registers/step.ts';

/** Begins to take a posted register back. Whether later work forbids it is found there. */
export async function undoRegisterFile(
  ctx: Context,
  input: RequestFor<'UndoRegisterFile'>,
): Promise<ExactResponseFor<'UndoRegisterFile'>> {
  return registerStep(ctx, 'UndoRegisterFile', input, ['Posted'], async (tx, file) => {
    if (file.kind === 'Bulk')
      throw new HttpError(
        409,
        'A bulk sheet is not taken back as a whole. Correct its transactions one by one.',
      );
    await queueWork(ctx, tx, file, { kind: 'undo', reason: input.reason, actor: input.actor });
    return { kind: 'UndoBegun', text: input.reason };
  });
}
