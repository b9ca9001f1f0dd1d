import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needAllIssuers, registerDetail, registerFile } from '../parts/registers/register-file-response.ts';
import { nameOf } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Asks the posting of a bulk sheet to end after the rows in flight. */
export async function stopRegisterPosting(
  ctx: Context,
  input: RequestFor<'StopRegisterPosting'>,
): Promise<ExactResponseFor<'StopRegisterPosting'>> {
  needAllIssuers(ctx);
  return writing(ctx, 'StopRegisterPosting', input, {}, async (tx) => {
    const file = await registerFile(ctx, tx, input.registerFileId, true);
    if (file.kind !== 'Bulk')
      throw new HttpError(409, 'A register is posted as a whole. Its posting cannot be stopped.');
    if (file.work !== 'post') throw new HttpError(409, 'The bulk sheet is not being posted.');
    await tx.query('update register_file set is_stopping = true where id = $1', [file.id]);
    await addStep(tx, file.id, {
      at: ctx.clock.now().toISOString(),
      ...{ kind: 'StopAsked', byEmail: input.actor.email, byName: nameOf(input.actor), text: '' },
    });
    return registerDetail(ctx, tx, file.id);
  });
}
