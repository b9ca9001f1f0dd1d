import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { takeIds } from '#registry/db/ids';
import { addPull } from '#registry/import/files/pulls';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { needFreePlace } from '../parts/registers/limit-open-files.ts';
import { beginsPull, pullBase } from '../parts/registers/pull.ts';
import { needAllIssuers, registerDetail } from '../parts/registers/register-file-response.ts';
import { nameOf } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/** Begins to pull an issuer of another registry. The secret goes to the work only, and into no row. */
export async function createRegisterPull(
  ctx: Context,
  input: RequestFor<'CreateRegisterPull'>,
): Promise<ExactResponseFor<'CreateRegisterPull'>> {
  needAllIssuers(ctx);
  const { credentials, ...facts } = input;
  // Without the secret: a digest of the request is kept.
  const keyed = { ...facts, clientId: credentials.clientId };
  const base = pullBase(ctx, facts.base);
  const { email, firstName, lastName } = facts.actor;
  return beginsPull(ctx, credentials, (reserve) =>
    writing(ctx, 'CreateRegisterPull', keyed, {}, async (tx) => {
      // The counter is locked until the end, so that creations count one after the other.
      const id = Number(await takeIds(tx, 'register file'));
      await needFreePlace(tx, 'Register');
      await reserve(id);
      const at = ctx.clock.now().toISOString();
      await tx.query(
        `insert into register_file (id, kind, state, name, bytes, uploaded_by, uploaded_at, uploaded_first_name,
                                    uploaded_last_name, work, work_since, work_by_email, work_by_name)
         values ($1, 'Register', 'Pulling', $2, 0, $3, $4, $5, $6, 'pull', $4, $3, $7)`,
        [id, `register-${facts.remoteIssuerId}.zip`, email, at, firstName, lastName, nameOf(facts.actor)],
      );
      await addPull(tx, id, {
        ...{ base: base.href, remote_issuer: BigInt(facts.remoteIssuerId), client_id: credentials.clientId },
        issuer: facts.newIssuerId ? String(facts.newIssuerId) : '',
        issuer_kind: facts.issuerKind?.trim() ?? '',
        certified_by: facts.certifiedBy?.trim() ?? '',
        account_prefix: facts.accountPrefix?.trim() ?? '',
        without_history: facts.withoutHistory ?? false,
      });
      await addStep(tx, id, {
        ...{ at, kind: 'PullBegun', byEmail: email, byName: nameOf(facts.actor) },
        text: `Issuer ${facts.remoteIssuerId} of ${base.host}, client ${credentials.clientId}${facts.withoutHistory ? ', without the history' : ''}`,
      });
      return registerDetail(ctx, tx, id);
    }),
  );
}
