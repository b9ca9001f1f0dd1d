// Route handlers of the user's writes: list, show, check, send again and discard.

import 'server-only';
import { decideOperation } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { json } from '#lib/api/respond';
import { agentIds, type EndpointId, interfaceIds } from '#lib/contract/index';
import type { WriteRow } from '#lib/outbox/rows';
import { answerUser } from '../answer-user.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';
import { resolveOutcome } from './resolve-outcome.ts';
import { viewOfWrite, type WriteView } from './write-view.ts';

const idForm = /^[A-Za-z0-9_-]{22}$/;
const listMax = 50;
/** Within this time, while the user is still there, a lost write is sent again without asking. */
const sameSittingMs = 10 * 60_000;

/** Users who may no longer write see none of it; an old password entry only prevents sending. */
function mayStill(user: User, row: WriteRow): boolean {
  const decision = decideOperation(user, row.operation as EndpointId);
  return decision.allowed || decision.code === 'step_up_required';
}

async function ownWrite(context: GatewayContext, user: User, id: string): Promise<WriteRow> {
  const row = idForm.test(id) ? await context.outbox.read(id) : null;
  if (row?.person !== user.id || !mayStill(user, row)) throw new ApiError('not_found');
  return row;
}

const view = (context: GatewayContext, row: WriteRow) => viewOfWrite(row, context.outbox.isBusy(row));

/** One of the user's own writes. Throws `not_found` for anyone else. */
export async function readWrite(context: GatewayContext, user: User, id: string): Promise<WriteView> {
  return view(context, await ownWrite(context, user, id));
}

/** The outcome of a user's form, or null while nothing of it was saved. */
export async function findWrite(
  context: GatewayContext,
  user: User,
  operation: WriteView['operation'],
  key: string,
): Promise<WriteView | null> {
  const row = await context.outbox.find(user.id, operation, key);
  return row && mayStill(user, row) ? view(context, row) : null;
}

/** The user's own writes of the interface, or agent operations; those without an outcome first. */
export async function listWrites(
  context: GatewayContext,
  user: User,
  of: 'interface' | 'agent' = 'interface',
): Promise<WriteView[]> {
  const rows = await context.outbox.list(user.id, listMax, of === 'agent' ? agentIds : interfaceIds);
  return rows.filter((row) => mayStill(user, row)).map((row) => view(context, row));
}

const listed = (request: Request) =>
  new URL(request.url).searchParams.get('of') === 'agent' ? 'agent' : 'interface';

/** GET /api/writes, and /api/writes?of=agent for agent operations */
export function handleWriteList(request: Request, context: GatewayContext): Promise<Response> {
  return answerUser(request, context, { action: 'writes-list' }, async ({ user, requestId }) =>
    json({ writes: await listWrites(context, user, listed(request)) }, { requestId, secure: false }),
  );
}

/** GET /api/writes/<id> */
export function handleWrite(request: Request, context: GatewayContext, id: string): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'write-read', object: id.slice(0, 64) },
    async ({ user, requestId }) => json(await readWrite(context, user, id), { requestId, secure: false }),
  );
}

/**
 * POST /api/writes/<id> `{ "action": "check"
 * "send"
 * "drop" }`. check looks at the register, and within ten minutes sends again what is missing; send does so at
 * any time, where the operation requires it after a recent password entry; drop discards what was never sent.
 */
export function handleWriteAction(request: Request, context: GatewayContext, id: string): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'write-action', object: id.slice(0, 64), discloses: true },
    async ({ user, requestId }) => {
      rejectForeign(request, context.publicUrl);
      const { action } = ((await readBody(request)) ?? {}) as { action?: unknown };
      const row = await ownWrite(context, user, id);
      if (action === 'drop')
        return json(view(context, await drop(context, row)), { requestId, secure: false });
      if (action !== 'check' && action !== 'send')
        throw invalid({ action: ['This must be check, send or drop.'] });
      if (row.ended_at === null) await check(context, user, row, action);
      return json(await readWrite(context, user, id), { requestId, secure: false });
    },
  );
}

async function check(
  context: GatewayContext,
  user: User,
  row: WriteRow,
  action: 'check' | 'send',
): Promise<void> {
  const { allowed } = decideOperation(user, row.operation as EndpointId);
  if (action === 'send' && !allowed) throw new ApiError('step_up_required');
  const recent = Date.now() - Date.parse(row.created_at) < sameSittingMs;
  const again = action === 'send' ? 'asked' : recent && allowed ? 'unchanged' : 'never';
  const leave = context.limits.enter(user.id, 'read');
  try {
    await resolveOutcome(context, user, row, again);
  } finally {
    leave();
  }
}

async function drop(context: GatewayContext, row: WriteRow): Promise<WriteRow> {
  if (row.state === 'intent' && context.outbox.take(row)) {
    try {
      await context.outbox.end(row.id, { state: 'refused', errorCode: 'dropped' });
    } finally {
      context.outbox.release(row.id);
    }
  }
  return (await context.outbox.read(row.id)) ?? row;
}
