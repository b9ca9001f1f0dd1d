import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needAllIssuers, registerDetail, registerFile } from '../parts/registers/register-file-response.ts';
import { nameOf } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Asks a pull to end. What was read is kept. */
export async function stopRegisterPull(
  ctx: Context,
  input: RequestFor<'StopRegisterPull'>,
): Promise<ExactResponseFor<'StopRegisterPull'>> {
  needAllIssuers(ctx);
  return writing(ctx, 'StopRegisterPull', input, {}, async (tx) => {
    const file = await registerFile(ctx, tx, input.registerFileId, true);
    if (file.work !== 'pull') throw new HttpError(409, 'The register is not being pulled.');
    await tx.query('update register_file set is_stopping = true where id = $1', [file.id]);
    await addStep(tx, file.id, {
      at: ctx.clock.now().toISOString(),
      ...{ kind: 'StopAsked', byEmail: input.actor.email, byName: nameOf(input.actor), text: '' },
    });
    return registerDetail(ctx, tx, file.id);
  });
}
