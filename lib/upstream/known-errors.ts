import 'server-only';
import { ApiError, type ErrorCode, isApiError } from '../api/error.ts';
import { isTransportError } from './http-client.ts';
import { isTokenUnavailable } from './token.ts';

/**
 * The error code for an upstream status; null for 200. The registry's 401 and 403 concern our credentials, so
 * they never appear as the user's own status.
 */
export function codeOfStatus(status: number, kind: string): ErrorCode | null {
  if (status === 200) return null;
  if (status === 400) return 'upstream_rejected';
  if (status === 404) return 'not_found';
  if (status === 409 && (kind === 'write' || kind === 'upload')) return 'duplicate';
  if (status === 401 || status === 403) return 'upstream_refused';
  return status === 429 ? 'upstream_busy' : 'upstream_failed';
}

const codeOfError = {
  connect: 'upstream_unavailable',
  timeout: 'upstream_timeout',
  cut: 'upstream_failed',
  refused: 'upstream_refused',
  scope: 'upstream_refused',
} as const;

/** Any failure of a call as an ApiError; programming errors are passed through. */
export function asApiError(error: unknown): unknown {
  if (isTransportError(error)) return new ApiError(codeOfError[error.kind]);
  if (isTokenUnavailable(error)) return new ApiError(codeOfError[error.reason]);
  return error;
}

/**
 * Errors of PostgreSQL and its connections when the store is unavailable, full, or out of connections (classes
 * 08, 53, 57).
 */
const storeCodes = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const storeMessages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** `not_ready` for errors of our own store, everything else unchanged. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || isApiError(error)) return error;
  const { code } = error as { code?: string };
  const away = storeCodes.test(code ?? '') || storeMessages.test(error.message);
  return away ? new ApiError('not_ready', { retryAfter: 2 }) : error;
}

/**
 * What a response may say about a thrown value: anything but an ApiError is `failed`; its details only reach
 * the log.
 */
export function knownError(thrown: unknown, requestId: string): ApiError {
  const error = asStoreError(thrown);
  const known = isApiError(error) ? error : new ApiError('failed');
  if (known !== thrown) console.error(JSON.stringify({ event: 'failed', requestId, error: String(thrown) }));
  return known;
}

const alarmEveryMs = 60_000;
const alarmedAt = new Map<string, number>();

/**
 * Logs an alarm, at most once a minute per operation: we allowed the call and the registry refused it, so one
 * of the two is misconfigured.
 */
export function alarmOfRejection(endpoint: string, requestId: string, now = Date.now()): void {
  if (now - (alarmedAt.get(endpoint) ?? 0) < alarmEveryMs) return;
  alarmedAt.set(endpoint, now);
  console.error(JSON.stringify({ event: 'upstream-refused', requestId, endpoint }));
}
