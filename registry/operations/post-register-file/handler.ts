import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { needsSecondUser, nounOf } from '../parts/registers/register-file-response.ts';
import { queueWork, registerStep, sameUser } from '../parts/registers/step.ts';

/** Begins to post an approved register, or goes on with a bulk sheet. The approval rule of today applies. */
export async function postRegisterFile(
  ctx: Context,
  input: RequestFor<'PostRegisterFile'>,
): Promise<ExactResponseFor<'PostRegisterFile'>> {
  return registerStep(ctx, 'PostRegisterFile', input, ['Approved'], async (tx, file) => {
    if (needsSecondUser(ctx) && sameUser(file.uploaded_by, file.approved_by ?? ''))
      throw new HttpError(
        409,
        `Who uploaded the ${nounOf(file)} approved it. Check it again and let another user approve it.`,
      );
    await queueWork(ctx, tx, file, { kind: 'post', actor: input.actor });
    return { kind: 'PostBegun', text: '' };
  });
}
