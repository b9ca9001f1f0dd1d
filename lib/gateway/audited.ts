import 'server-only';
import { ApiError } from '../api/error.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { requestIdHere } from '../transport/trace.ts';
import { knownError } from '../upstream/known-errors.ts';
import type { AuditContext } from './gateway-context.ts';

/** The audit entry of a request, from its beginning to its error; every frame of a route handler uses it. */

/** `about` is what every response says of its request. */
export function beginEntry(
  request: Request,
  context: AuditContext,
  action: string,
  facts: Partial<AuditEntry> = {},
): { about: { requestId: string; secure: boolean }; entry: AuditEntry } {
  const requestId = requestIdHere();
  const address = context.addressOf(request.headers);
  return {
    about: { requestId, secure: context.publicUrl.startsWith('https:') },
    entry: { requestId, actor: null, action, outcome: 'ok', address, ...facts },
  };
}

/** Notes the error in the entry, and returns it as the response tells it. */
export function noteError(entry: AuditEntry, thrown: unknown): ApiError {
  const error = knownError(thrown, entry.requestId);
  entry.outcome = error.status < 500 ? 'refused' : 'failed';
  entry.detail = { ...entry.detail, code: error.code };
  return error;
}

/** For what is disclosed only once its entry is written. */
export async function recordFirst({ audit }: Pick<AuditContext, 'audit'>, entry: AuditEntry): Promise<void> {
  await audit.record(entry).catch(() => {
    throw new ApiError('audit_unavailable');
  });
}
