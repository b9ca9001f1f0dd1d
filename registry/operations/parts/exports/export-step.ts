// Takes one step on an export: lock, version, idempotency key and history.

import type { PoolClient } from 'pg';
import type { EndpointId, ExactResponseFor } from '#lib/contract/index';
import type { ExportRow } from '#registry/export/run/export-rows';
import { HttpError } from '#registry/http/http-error';
import { addStep } from '#registry/import/files/register-file-rows';
import type { Context } from '../context.ts';
import { nameOf } from '../registers/step.ts';
import { writing } from '../request/write.ts';
import { exportDetail, registerExport } from './export-detail.ts';

export type Actor = { email: string; firstName: string; lastName: string };
type Input = {
  idempotencyId?: string | null | undefined;
  actor: Actor;
  registerExportId: number;
  version: number;
};

/**
 * One step on an export, under a lock of its row: what `take` writes and the step in the history are one transaction.
 * Work that it asks for begins at once.
 */
export async function exportStep<Id extends EndpointId>(
  ctx: Context,
  id: Id,
  input: Input,
  kind: string,
  take: (tx: PoolClient, row: ExportRow) => Promise<unknown>,
): Promise<ExactResponseFor<'GetRegisterExport'>> {
  const detail = await writing(ctx, id, input, {}, async (tx) => {
    const row = await registerExport(ctx, tx, input.registerExportId, true);
    if (row.version !== input.version)
      throw new HttpError(
        409,
        'The export was changed since you loaded it. Nothing was done. Load it again.',
      );
    await take(tx, row);
    await addStep(tx, row.id, {
      at: ctx.clock.now().toISOString(),
      ...{ kind, byEmail: input.actor.email, byName: nameOf(input.actor), text: '' },
    });
    return exportDetail(ctx, tx, row.id);
  });
  ctx.registers.runner.look();
  return detail;
}

/** Lets an export wait for the registry to make its file. */
export async function queueExport(
  { clock }: Pick<Context, 'clock'>,
  tx: PoolClient,
  id: number,
  actor: Actor,
) {
  await tx.query(
    `update register_file set work = 'export', work_since = $2, work_step = '', work_rows = 0, is_stopping = false,
            attempts = 0, work_by_email = $3, work_by_name = $4, problem = '', version = version + 1 where id = $1`,
    [id, clock.now().toISOString(), actor.email, nameOf(actor)],
  );
}
