import 'server-only';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { WriteRow } from '../outbox/rows.ts';
import type { Dashboard } from './dashboard.ts';
import { type Found, lookUp } from './look-up.ts';
import { type Sent, transmit } from './transmit.ts';

/** never: look only · unchanged: send again where the register is as it was before · asked: the person says so. */
export type SendAgain = 'never' | 'unchanged' | 'asked';

/** The row afterwards; `sent` when it was sent now and the registry took it as new. */
export type Settled = { row: WriteRow; sent: Sent | null };

/**
 * Finds out what became of a write whose answer was lost: looks at the register first, and where that shows nothing,
 * sends the same body under the same key again, which the interface answers with 409 if it was recorded (interface,
 * "Errors"). Never under a new key. One caller at a time; the others get the row as it is.
 */
export async function settle(
  board: Dashboard,
  person: Person,
  row: WriteRow,
  again: SendAgain,
): Promise<Settled> {
  const { outbox } = board;
  if (!outbox.take(row)) return { row: (await outbox.read(row.id)) ?? row, sent: null };
  let sent: Sent | null = null;
  try {
    const now = (await outbox.read(row.id)) ?? row;
    if (now.ended_at === null) sent = await work(board, person, now, again);
  } catch (error) {
    // The registry is away, or refused it now: the row says what is known.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    outbox.release(row.id);
  }
  const after = (await outbox.read(row.id)) ?? row;
  // A look that found nothing is no event.
  if (after.ended_at !== null || after.sends !== row.sends) await noted(board, person, after);
  return { row: after, sent: sent && !sent.repeated ? sent : null };
}

async function work(board: Dashboard, person: Person, row: WriteRow, again: SendAgain): Promise<Sent | null> {
  const { outbox } = board;
  const content = outbox.contentOf(row);
  const found: Found =
    row.sends === 0
      ? { state: 'absent' }
      : content
        ? await lookUp(board, row, content)
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
  // Sending over what somebody else entered since is for a person to decide.
  const wait = again === 'never' || (found.state === 'changed' && again !== 'asked');
  if (wait || !content) {
    const errorCode = found.state === 'changed' ? 'changed_meanwhile' : row.error_code;
    await outbox.end(row.id, { state: 'unknown', errorCode });
    return null;
  }
  return transmit(board, person, row, content, found.state === 'absent');
}

/** The outcome is in the outbox whatever the trail says, so it is not taken back when the trail cannot be written. */
async function noted(board: Dashboard, person: Person, after: WriteRow): Promise<void> {
  const entry: AuditEntry = {
    requestId: after.request_id,
    actor: person.id,
    action: 'write-settled',
    outcome: after.state === 'done' ? 'ok' : after.state === 'refused' ? 'refused' : 'failed',
    endpoint: after.operation,
    issuer: after.issuer === null ? null : Number(after.issuer),
    object: after.object,
    detail: { write: after.id, state: after.state, code: after.error_code, sends: after.sends },
  };
  await board.audit.record(entry).catch((error: Error) => {
    console.error(JSON.stringify({ event: 'audit-lost', error: String(error.message) }));
  });
}
