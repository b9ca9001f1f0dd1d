import 'server-only';
import type { User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import type { AuditEntry } from '#lib/audit/entry';
import type { WriteRow } from '#lib/outbox/rows';
import type { GatewayContext } from '../gateway-context.ts';
import { type Found, findWriteEffect } from './find-write-effect.ts';
import { type Sent, sendWrite } from './send-write.ts';

/** never: only look · unchanged: resend if the register is as it was before · asked: the user requests it. */
export type SendAgain = 'never' | 'unchanged' | 'asked';

/** The row afterwards; `sent` if it was sent now and the registry accepted it as new. */
export type Settled = { row: WriteRow; sent: Sent | null };

/**
 * Resolves a write whose response was lost: looks at the register first and, if that shows nothing, sends the
 * same body under the same key again, which the interface answers with 409 if it was recorded. Never under a
 * new key. One caller at a time; others get the row as it is.
 */
export async function resolveOutcome(
  context: GatewayContext,
  user: User,
  row: WriteRow,
  again: SendAgain,
): Promise<Settled> {
  const { outbox } = context;
  if (!outbox.take(row)) return { row: (await outbox.read(row.id)) ?? row, sent: null };
  let sent: Sent | null = null;
  try {
    const now = (await outbox.read(row.id)) ?? row;
    if (now.ended_at === null) sent = await work(context, user, now, again);
  } catch (error) {
    // The registry is unavailable, or refused it now: the row holds what is known.
    if (!isApiError(error)) throw error;
  } finally {
    outbox.release(row.id);
  }
  const after = (await outbox.read(row.id)) ?? row;
  // A look without a result is not recorded.
  if (after.ended_at !== null || after.sends !== row.sends) await noted(context, user, after);
  return { row: after, sent: sent && !sent.repeated ? sent : null };
}

async function work(
  context: GatewayContext,
  user: User,
  row: WriteRow,
  again: SendAgain,
): Promise<Sent | null> {
  const { outbox } = context;
  const content = outbox.contentOf(row);
  const found: Found =
    row.sends === 0
      ? { state: 'absent' }
      : content
        ? await findWriteEffect(context, row, content)
        : { state: 'unclear' };
  if (found.state === 'done') {
    await outbox.end(row.id, { state: 'done', result: found.result });
    return null;
  }
  if (row.sends === 0 && again !== 'asked') return null;
  if (row.sends === 0 && !content) {
    await outbox.end(row.id, { state: 'refused', errorCode: 'dropped' });
    return null;
  }
  // Overwriting another user's later entry is the user's decision.
  const wait = again === 'never' || (found.state === 'changed' && again !== 'asked');
  if (wait || !content) {
    const errorCode = found.state === 'changed' ? 'changed_meanwhile' : row.error_code;
    await outbox.end(row.id, { state: 'unknown', errorCode });
    return null;
  }
  return sendWrite(context, user, row, content, found.state === 'absent');
}

/** The outcome is in the outbox, so it is not withdrawn when the audit entry fails. */
async function noted(context: GatewayContext, user: User, after: WriteRow): Promise<void> {
  const entry: AuditEntry = {
    requestId: after.request_id,
    actor: user.id,
    action: 'write-settled',
    outcome: after.state === 'done' ? 'ok' : after.state === 'refused' ? 'refused' : 'failed',
    endpoint: after.operation,
    issuer: after.issuer === null ? null : Number(after.issuer),
    object: after.object,
    detail: { write: after.id, state: after.state, code: after.error_code, sends: after.sends },
  };
  await context.audit.record(entry).catch((error: Error) => {
    console.error(JSON.stringify({ event: 'audit-lost', error: String(error.message) }));
  });
}
