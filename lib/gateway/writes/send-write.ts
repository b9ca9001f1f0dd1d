import 'server-only';
import type { User } from '#lib/access/roles';
import { ApiError, type ErrorCode, isApiError } from '#lib/api/error';
import { type EndpointId, isAgentOperation } from '#lib/contract/index';
import type { Content } from '#lib/outbox/outbox';
import type { WriteRow } from '#lib/outbox/rows';
import { callUpstream } from '#lib/upstream/call';
import { asApiError } from '#lib/upstream/known-errors';
import type { Input } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { explainFor, redactFor } from '../perform.ts';
import { readResponse } from '../response/read.ts';
import { findWriteEffect } from './find-write-effect.ts';

/**
 * `repeated`: the registry reported that it already had the request; the result is then what could be looked
 * up, or null.
 */
export type Sent = { result: Record<string, unknown> | null; response: unknown; repeated: boolean };

/** Error codes after which nothing can have been recorded: rejected before processing, or never received. */
const notRecorded = new Set<ErrorCode>([
  'upstream_rejected',
  'upstream_conflict',
  'not_found',
  'upstream_refused',
  'upstream_busy',
  'upstream_unavailable',
]);

/**
 * Errors of an agent operation after which no earlier attempt can have been recorded either: the registry first looks
 * for its key, and would have answered that it has it.
 */
const neverRecorded = new Set<ErrorCode>(['upstream_rejected', 'upstream_conflict']);

/** Whole numbers beyond 2^53 as digits: the store's JSON would round them. */
function digits(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(digits);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digits(inner)]));
}

const keptFields = [
  'itemId',
  'version',
  'stage',
  'isDone',
  'code',
  'controlTransactionId',
  'displayTransactionId',
] as const;

/** What the outbox keeps of a response. Of an item: its number and state, because the rest is personal data. */
function resultOf(id: EndpointId, response: Record<string, unknown>): Record<string, unknown> {
  if (!isAgentOperation(id)) return digits(response) as Record<string, unknown>;
  const kept = (item: Record<string, unknown>) =>
    digits(Object.fromEntries(keptFields.flatMap((name) => (name in item ? [[name, item[name]]] : []))));
  const { results } = response;
  return Array.isArray(results)
    ? { results: results.map(kept) }
    : (kept(response) as Record<string, unknown>);
}

/** The user's error: it never says that the write failed, and says where the outcome will be shown. */
export function unknownOutcome(write: string, code?: string): ApiError {
  return new ApiError('outcome_unknown', { write, ...(code === 'upstream_timeout' ? { status: 504 } : {}) });
}

/**
 * Sends a saved write once and records the outcome. Throws ApiError: a rejection of the registry as it is,
 * anything that leaves the effect open as `outcome_unknown`. `certain` false: an earlier attempt may have taken
 * effect, so a rejection of this one proves nothing.
 */
export async function sendWrite(
  context: GatewayContext,
  user: User,
  row: WriteRow,
  content: Content,
  certain: boolean,
): Promise<Sent> {
  const { outbox, upstream } = context;
  const id = row.operation as EndpointId;
  const rejected = async (error: ApiError): Promise<never> => {
    if (!certain && !(isAgentOperation(id) && neverRecorded.has(error.code))) {
      await outbox.end(row.id, { state: 'unknown', errorCode: error.code });
      throw unknownOutcome(row.id);
    }
    await outbox.end(row.id, { state: 'refused', errorCode: error.code });
    throw error;
  };
  try {
    // Before the write is marked as sent: without a token nothing is sent.
    await upstream.writer.get();
  } catch (cause) {
    const error = asApiError(cause);
    return rejected(isApiError(error) ? error : new ApiError('failed'));
  }
  if (!(await outbox.sending(row))) throw unknownOutcome(row.id);
  let text: string;
  try {
    const explain = explainFor(upstream, user, id);
    text = await callUpstream(upstream, user.issuers, id, content.body as Input, { explain });
  } catch (error) {
    const { code } = error as ApiError;
    if (code === 'duplicate') return recordedBefore(context, row, content);
    if (isApiError(error) && notRecorded.has(code)) return rejected(error);
    await outbox.end(row.id, { state: 'unknown', errorCode: code ?? 'failed' });
    throw unknownOutcome(row.id, code);
  } finally {
    upstream.reads.part();
  }
  try {
    const redact = redactFor(context, user, id);
    const response = readResponse(text, 'bigint', { operation: id, redact });
    const result = resultOf(id, response as Record<string, unknown>);
    await outbox.end(row.id, { state: 'done', result });
    return { result, response, repeated: false };
  } catch {
    await outbox.end(row.id, { state: 'unknown', errorCode: 'upstream_unreadable' });
    throw unknownOutcome(row.id);
  }
}

/**
 * A 409 carries no result; the register shows it, if it can be identified. If the register clearly does not
 * show it, there is only the registry's claim, and `duplicate_unseen` makes the page say so: another registry
 * may use 409 for something else.
 */
async function recordedBefore(context: GatewayContext, row: WriteRow, content: Content): Promise<Sent> {
  const found = await findWriteEffect(context, row, content).catch(() => null);
  const result = found?.state === 'done' ? found.result : null;
  const unseen = row.sends === 0 && (found?.state === 'absent' || found?.state === 'changed');
  const errorCode = unseen ? 'duplicate_unseen' : null;
  await context.outbox.end(row.id, { state: 'done', result, errorCode });
  return { result, response: result, repeated: true };
}
