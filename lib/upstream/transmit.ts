import 'server-only';
import { redactionsFor } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { ApiError, type ErrorCode } from '../api/error.ts';
import type { EndpointId } from '../contract/index.ts';
import type { Content } from '../outbox/outbox.ts';
import type { WriteRow } from '../outbox/rows.ts';
import { readAnswer } from './answer-json.ts';
import type { Input } from './authorise.ts';
import { callUpstream } from './call.ts';
import type { Dashboard } from './dashboard.ts';
import { noteDrift } from './drift.ts';
import { asApiError } from './faults.ts';
import { lookUp } from './look-up.ts';
import { redact } from './redact.ts';

/** `repeated`: the registry said it had the request already; the result is then what could be looked up, or null. */
export type Sent = { result: Record<string, unknown> | null; answer: unknown; repeated: boolean };

/** Answers after which nothing can have been recorded: refused before the work, or never reached (ruling 6). */
const notRecorded = new Set<ErrorCode>([
  'upstream_rejected',
  'not_found',
  'upstream_refused',
  'upstream_busy',
  'upstream_unavailable',
]);

/** Whole numbers beyond 2^53 as digits: JSON of the store would round them. */
function digits(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(digits);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digits(inner)]));
}

/** What a person is told: never that it failed, and where the outcome will be found. */
export function unknownOutcome(write: string, code?: string): ApiError {
  return new ApiError('outcome_unknown', { write, ...(code === 'upstream_timeout' ? { status: 504 } : {}) });
}

/**
 * Sends a write that is written down, once, and notes what came of it. Throws ApiError: a refusal of the registry as it
 * is, anything that leaves the effect open as `outcome_unknown`. `certain` false: an earlier sending may have taken
 * effect, so a refusal of this one proves nothing.
 */
export async function transmit(
  board: Dashboard,
  person: Person,
  row: WriteRow,
  content: Content,
  certain: boolean,
): Promise<Sent> {
  const { outbox, upstream } = board;
  const id = row.operation as EndpointId;
  const refused = async (error: ApiError): Promise<never> => {
    if (!certain) {
      await outbox.end(row.id, { state: 'unknown', errorCode: error.code });
      throw unknownOutcome(row.id);
    }
    await outbox.end(row.id, { state: 'refused', errorCode: error.code });
    throw error;
  };
  try {
    // Before it counts as sent: without a token nothing leaves.
    await upstream.writer.get();
  } catch (cause) {
    const error = asApiError(cause);
    return refused(error instanceof ApiError ? error : new ApiError('failed'));
  }
  if (!(await outbox.sending(row))) throw unknownOutcome(row.id);
  let text: string;
  try {
    text = await callUpstream(upstream, 'all', id, content.body as Input);
  } catch (error) {
    const { code } = error as ApiError;
    if (code === 'duplicate') return recordedBefore(board, row, content);
    if (error instanceof ApiError && notRecorded.has(code)) return refused(error);
    await outbox.end(row.id, { state: 'unknown', errorCode: code ?? 'failed' });
    throw unknownOutcome(row.id, code);
  } finally {
    upstream.reads.part();
  }
  try {
    const value = readAnswer(text, 'bigint');
    noteDrift(id, value);
    const answer = redact(value, redactionsFor(person, id), upstream.host);
    const result = digits(answer) as Record<string, unknown>;
    await outbox.end(row.id, { state: 'done', result });
    return { result, answer, repeated: false };
  } catch {
    await outbox.end(row.id, { state: 'unknown', errorCode: 'upstream_unreadable' });
    throw unknownOutcome(row.id);
  }
}

/**
 * A 409 carries no result (ruling 6); the register shows it, when it can be told apart. Where it plainly does not, the
 * registry's word stands alone, and `duplicate_unseen` has the page say so: another may mean something else by 409.
 */
async function recordedBefore(board: Dashboard, row: WriteRow, content: Content): Promise<Sent> {
  const found = await lookUp(board, row, content).catch(() => null);
  const result = found?.state === 'done' ? found.result : null;
  const unseen = row.sends === 0 && (found?.state === 'absent' || found?.state === 'changed');
  const errorCode = unseen ? 'duplicate_unseen' : null;
  await board.outbox.end(row.id, { state: 'done', result, errorCode });
  return { result, answer: result, repeated: true };
}
