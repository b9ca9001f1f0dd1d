import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, HttpError } from '#registry/http/http-error';
import { outcomeOf } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needsSecondUser, nounOf } from '../parts/registers/register-file-response.ts';
import { registerStep, sameUser } from '../parts/registers/step.ts';

/** Approves what was checked: the file by its digest, and the result of the check. */
export async function approveRegisterFile(
  ctx: Context,
  input: RequestFor<'ApproveRegisterFile'>,
): Promise<ExactResponseFor<'ApproveRegisterFile'>> {
  const reason = input.acceptedReason?.trim() ?? '';
  return registerStep(ctx, 'ApproveRegisterFile', input, ['Checked'], async (tx, file) => {
    const counts = outcomeOf(file)?.counts;
    if (!counts) throw new HttpError(409, `The ${nounOf(file)} was not checked yet.`);
    if (file.sha256 !== input.sha256)
      throw new HttpError(409, `The digest does not match this ${nounOf(file)}. Nothing was approved.`);
    if (needsSecondUser(ctx) && sameUser(file.uploaded_by, input.actor.email))
      throw new HttpError(409, `You uploaded this ${nounOf(file)}. Another user has to approve it.`);
    if (counts.stop + counts.error > 0)
      throw new HttpError(409, 'The check found errors. Correct them in the file and upload it again.');
    if (counts.warning > 0 && reason === '')
      throw badField('acceptedReason', 'must say why the warnings are accepted');
    const accepted = counts.warning > 0 ? reason : '';
    await tx.query(
      `update register_file set state = 'Approved', approved_by = $2, approved_outcome = outcome_sha256, accepted = $3,
              approved_first_name = $4, approved_last_name = $5, problem = '', version = version + 1 where id = $1`,
      [file.id, input.actor.email, accepted, input.actor.firstName, input.actor.lastName],
    );
    return { kind: 'Approved', text: accepted };
  });
}
