import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { takeIds } from '#registry/db/ids';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needFreePlace } from '../parts/registers/limit-open-files.ts';
import { needAllIssuers, registerDetail } from '../parts/registers/register-file-response.ts';
import { nameOf } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Begins the upload of a register or a bulk sheet; its parts follow. */
export async function createRegisterFile(
  ctx: Context,
  input: RequestFor<'CreateRegisterFile'>,
): Promise<ExactResponseFor<'CreateRegisterFile'>> {
  needAllIssuers(ctx);
  return writing(ctx, 'CreateRegisterFile', input, {}, async (tx) => {
    // The counter is locked until the end, so that creations count one after the other.
    const id = Number(await takeIds(tx, 'register file'));
    await needFreePlace(tx, input.kind);
    const at = ctx.clock.now().toISOString();
    const { email, firstName, lastName } = input.actor;
    await tx.query(
      `insert into register_file (id, kind, state, name, bytes, uploaded_by, uploaded_at, uploaded_first_name,
                                  uploaded_last_name)
       values ($1, $2, 'Uploading', $3, $4, $5, $6, $7, $8)`,
      [id, input.kind, input.name, input.bytes, email, at, firstName, lastName],
    );
    await addStep(tx, id, {
      at,
      kind: 'Created',
      byEmail: email,
      byName: nameOf(input.actor),
      text: input.name,
    });
    return registerDetail(ctx, tx, id);
  });
}
