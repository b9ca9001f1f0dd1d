// Takes one step on an uploaded register: lock, version, state, idempotency key and history.

import type { PoolClient } from 'pg';
import type { EndpointId, ExactResponseFor } from '#lib/contract/index';
import { HttpError } from '#registry/http/http-error';
import {
  addStep,
  type FileRow,
  type FileState,
  type FileWork,
  type WorkKind,
} from '#registry/import/files/register-file-rows';
import type { Context } from '../context.ts';
import { writing } from '../request/write.ts';
import { needAllIssuers, nounOf, registerDetail, registerFile } from './register-file-response.ts';

export type Actor = { email: string; firstName: string; lastName: string };
type Input = {
  idempotencyId?: string | null | undefined;
  actor: Actor;
  registerFileId: number;
  version: number;
};

export const nameOf = ({ firstName, lastName }: Actor): string =>
  (firstName === lastName ? firstName : `${firstName} ${lastName}`).trim();

export const sameUser = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const working: Record<FileWork, string> = {
  pull: 'is being pulled. Stop it first.',
  check: 'is being checked. Wait for the result.',
  post: 'is being posted. Wait for the result.',
  undo: 'is being taken back. Wait for the result.',
};

const stateWords: Partial<Record<FileState, string>> = { Pulling: 'not yet pulled' };

/** Throws 409 unless the register is at the version that the user saw, nothing is done with it, and the state allows it. */
export function needState(file: FileRow, version: number, states: readonly FileState[]): void {
  const noun = nounOf(file);
  if (file.work) throw new HttpError(409, `The ${noun} ${working[file.work]}`);
  if (file.state === 'Posted' && !states.includes('Posted'))
    throw new HttpError(409, `The ${noun} is posted already.`);
  if (!states.includes(file.state))
    throw new HttpError(
      409,
      `The ${noun} is ${stateWords[file.state] ?? file.state.toLowerCase()}. That does not allow this step.`,
    );
  if (file.version !== version)
    throw new HttpError(409, `The ${noun} was changed since you loaded it. Nothing was done. Load it again.`);
}

/**
 * One step on a register, under a lock of its row. What `take` writes and the step in the history are one transaction;
 * `work` that goes on afterwards begins at once.
 */
export async function registerStep<Id extends EndpointId>(
  ctx: Context,
  id: Id,
  input: Input,
  states: readonly FileState[],
  take: (tx: PoolClient, file: FileRow) => Promise<{ kind: string; text: string }>,
): Promise<ExactResponseFor<'GetRegisterFile'>> {
  needAllIssuers(ctx);
  const detail = await writing(ctx, id, input, {}, async (tx) => {
    const file = await registerFile(ctx, tx, input.registerFileId, true);
    needState(file, input.version, states);
    const { kind, text } = await take(tx, file);
    await addStep(tx, file.id, {
      at: ctx.clock.now().toISOString(),
      ...{ kind, text, byEmail: input.actor.email, byName: nameOf(input.actor) },
    });
    return registerDetail(ctx, tx, file.id);
  });
  ctx.registers.runner.look();
  return detail;
}

/** Lets a register wait for work of the registry's own. */
export async function queueWork(
  { clock }: Pick<Context, 'clock'>,
  tx: PoolClient,
  file: FileRow,
  work: { kind: WorkKind; reason?: string; actor: Actor },
): Promise<void> {
  await tx.query(
    `update register_file set work = $2, work_reason = $3, work_since = $4, work_step = '', work_rows = 0,
            is_stopping = false, attempts = 0, work_by_email = $5, work_by_name = $6, problem = '', version = version + 1 where id = $1`,
    [
      ...[file.id, work.kind, work.reason ?? '', clock.now().toISOString()],
      ...[work.actor.email, nameOf(work.actor)],
    ],
  );
}
