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
} as const;

/** Any failure of a call as an ApiError; programming errors pass through. */
export function asApiError(error: unknown): unknown {
  if (error instanceof TransportFault) return new ApiError(codeOfFault[error.kind]);
  if (error instanceof TokenUnavailable) return new ApiError(codeOfFault[error.fault]);
  return error;
}
