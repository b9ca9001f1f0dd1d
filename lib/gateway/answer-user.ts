import 'server-only';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { errorResponse, secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { requestIdHere } from '../transport/trace.ts';
import { knownError } from '../upstream/known-errors.ts';
import type { GatewayContext } from './gateway-context.ts';
import { userOfRequest } from './request.ts';

/** Further facts for the audit entry, told once they are known. */
export type AuditFacts = Partial<
  Pick<AuditEntry, 'endpoint' | 'issuer' | 'object' | 'effectiveDate' | 'detail'>
>;

/** What a handler is given: who asks, and a way to add facts to the entry, also to that of a refusal. */
export type Asked = { user: User; requestId: string; tell: (facts: AuditFacts) => void };

/**
 * The entry of a request. `discloses`: the answer is sent only after the entry is written; otherwise it does not wait for
 * it. Null: neither success nor refusal is recorded, for what is no act on the register.
 */
export type Trail = ({ action: string; discloses?: boolean } & AuditFacts) | null;

/**
 * The frame of a route handler for signed-in users: no Authorization header, a session, an audit entry, our headers and our
 * error format. Never throws.
 */
export async function answerUser(
  request: Request,
  board: GatewayContext,
  trail: Trail,
  work: (asked: Asked) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdHere();
  const about = { requestId, secure: board.publicUrl.startsWith('https:') };
  const { discloses = false, ...facts } = trail ?? { action: '' };
  const address = board.addressOf(request.headers);
  const entry: AuditEntry = { requestId, actor: null, outcome: 'ok', address, ...facts };
  const record = async () => (trail === null ? undefined : board.audit.record(entry));
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    const user = await userOfRequest(board, request.headers);
    if (!user) throw new ApiError('unauthenticated');
    entry.actor = user.id;
    const response = await work({ user, requestId, tell: (more) => Object.assign(entry, more) });
    if (discloses) {
      await record().catch(() => {
        throw new ApiError('audit_unavailable');
      });
    } else if (trail) board.defer(board.audit.note(entry).catch(() => undefined));
    return secured(response, about);
  } catch (thrown) {
    const error = knownError(thrown, requestId);
    entry.outcome = error.status < 500 ? 'refused' : 'failed';
    entry.detail = { ...entry.detail, code: error.code };
    await record().catch(() => undefined);
    return errorResponse(error, about);
  }
}
