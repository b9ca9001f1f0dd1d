// Frame of the route handlers for signed-in users: session, audit entry, headers and errors.

import 'server-only';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { errorResponse, secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { beginEntry, noteError, recordFirst } from './audited.ts';
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
  context: GatewayContext,
  trail: Trail,
  work: (asked: Asked) => Promise<Response>,
): Promise<Response> {
  const { discloses = false, action, ...facts } = trail ?? { action: '' };
  const { about, entry } = beginEntry(request, context, action, facts);
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    const user = await userOfRequest(context, request.headers);
    if (!user) throw new ApiError('unauthenticated');
    entry.actor = user.id;
    const response = await work({
      user,
      requestId: about.requestId,
      tell: (more) => Object.assign(entry, more),
    });
    if (discloses) await recordFirst(context, entry);
    else if (trail) context.defer(context.audit.note(entry).catch(() => undefined));
    return secured(response, about);
  } catch (thrown) {
    const error = noteError(entry, thrown);
    if (trail) await context.audit.record(entry).catch(() => undefined);
    return errorResponse(error, about);
  }
}
