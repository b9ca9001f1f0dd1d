import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import { findPull } from '#registry/import/files/pulls';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { beginsPull, pullBase } from '../parts/registers/pull.ts';
import { needAllIssuers, registerDetail, registerFile } from '../parts/registers/register-file-response.ts';
import { nameOf, needState, sameUser } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Goes on with a pull, with the secret that whoever continues it enters again. */
export async function continueRegisterPull(
  ctx: Context,
  input: RequestFor<'ContinueRegisterPull'>,
): Promise<ExactResponseFor<'ContinueRegisterPull'>> {
  needAllIssuers(ctx);
  const { credentials, ...facts } = input;
  // Without the secret: a digest of the request is kept.
  const keyed = { ...facts, clientId: credentials.clientId };
  const { email } = facts.actor;
  return beginsPull(ctx, credentials, (reserve) =>
    writing(ctx, 'ContinueRegisterPull', keyed, {}, async (tx) => {
      const file = await registerFile(ctx, tx, facts.registerFileId, true);
      needState(file, facts.version, ['Pulling']);
      if (!sameUser(file.uploaded_by, email)) throw new HttpError(409, 'Another user pulls this register.');
      const pull = await findPull(tx, file.id);
      if (!pull) throw new HttpError(409, 'The register is not pulled from another registry.');
      // What this machine allows may have changed since.
      pullBase(ctx, pull.base);
      await reserve(file.id);
      const at = ctx.clock.now().toISOString();
      await tx.query(
        `update register_file set work = 'pull', work_since = $2, work_step = '', work_rows = 0, is_stopping = false,
                work_by_email = $3, work_by_name = $4, problem = '', version = version + 1 where id = $1`,
        [file.id, at, email, nameOf(facts.actor)],
      );
      await tx.query('update register_pull set client_id = $2 where file_id = $1', [
        file.id,
        credentials.clientId,
      ]);
      await addStep(tx, file.id, {
        ...{ at, kind: 'PullContinued', byEmail: email, byName: nameOf(facts.actor) },
        text: `Client ${credentials.clientId}`,
      });
      return registerDetail(ctx, tx, file.id);
    }),
  );
}
