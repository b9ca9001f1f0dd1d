import 'server-only';
import { ApiError, type ErrorCode } from '../api/error.ts';
import { TransportFault } from './forward.ts';
import { TokenUnavailable } from './token.ts';

/**
 * What an upstream status means to a person (decisions, ruling 18); null for 200. A status of our own making never
 * comes from here: what the registry thinks of our credentials is no business of the person's session.
 */
export function codeOfStatus(status: number, kind: string): ErrorCode | null {
  if (status === 200) return null;
  if (status === 400) return 'upstream_rejected';
  if (status === 404) return 'not_found';
  if (status === 409 && kind === 'write') return 'duplicate';
  if (status === 401 || status === 403) return 'upstream_refused';
  return status === 429 ? 'upstream_busy' : 'upstream_failed';
}

const codeOfFault = {
  connect: 'upstream_unavailable',
  timeout: 'upstream_timeout',
  cut: 'upstream_failed',
  refused: 'upstream_refused',
  scope: 'upstream_refused',
} as const;

/** Any failure of a call as an ApiError; programming errors pass through. */
export function asApiError(error: unknown): unknown {
  if (error instanceof TransportFault) return new ApiError(codeOfFault[error.kind]);
  if (error instanceof TokenUnavailable) return new ApiError(codeOfFault[error.fault]);
  return error;
}

/** What PostgreSQL and its connections say when the store is away, full, or out of places (classes 08, 53, 57). */
const storeCodes = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const storeWords = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** `not_ready` for trouble with our own store (assurance F-39), everything else as it is. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  const { code } = error as { code?: string };
  const away = storeCodes.test(code ?? '') || storeWords.test(error.message);
  return away ? new ApiError('not_ready', { retryAfter: 2 }) : error;
}

/** What an answer may say of something thrown: what is no error of ours is `failed`, and told to the log alone. */
export function knownError(thrown: unknown, requestId: string): ApiError {
  const error = asStoreError(thrown);
  const known = error instanceof ApiError ? error : new ApiError('failed');
  if (known !== thrown) console.error(JSON.stringify({ event: 'failed', requestId, error: String(thrown) }));
  return known;
}

const alarmEveryMs = 60_000;
const alarmedAt = new Map<string, number>();

/**
 * Raises an alarm in the log, at most once a minute per operation: we allowed it and the registry refused, so one of the
 * two is set up wrongly (assurance F-13, F-14).
 */
export function alarmOfRefusal(endpoint: string, requestId: string, now = Date.now()): void {
  if (now - (alarmedAt.get(endpoint) ?? 0) < alarmEveryMs) return;
  alarmedAt.set(endpoint, now);
  console.error(JSON.stringify({ event: 'upstream-refused', requestId, endpoint }));
}
