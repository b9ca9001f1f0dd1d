// Route handler of next-auth's endpoints; records sign-ins in the audit trail.

import 'server-only';
import type { Pool } from 'pg';
import { ApiError } from '../api/error.ts';
import { errorResponse, secured } from '../api/respond.ts';
import { handleAuth } from '../session/auth.ts';
import { type AuthAttempt, readAttempt } from '../session/auth-attempt.ts';
import { requestIdHere } from '../transport/trace.ts';
import { knownError } from '../upstream/known-errors.ts';
import { count } from '../upstream/metrics.ts';
import type { AuditContext } from './gateway-context.ts';

/**
 * Answers /api/auth/<segments> and records sign-ins, failed and throttled ones, and sign-outs in the audit
 * trail.
 */
export async function handleSignIn(
  request: Request,
  segments: readonly string[],
  pool: Pool,
  context: AuditContext,
): Promise<Response> {
  const about = { requestId: requestIdHere(), secure: context.publicUrl.startsWith('https:') };
  const attempt = readAttempt(request.headers, context.addressOf(request.headers));
  const { address } = attempt;
  attempt.record = (action, user) =>
    context.audit.record({
      requestId: about.requestId,
      actor: user,
      action,
      outcome: 'ok',
      object: user,
      address,
    });
  try {
    if (request.method === 'POST') rejectOtherSites(request, context.publicUrl);
    const response = await handleAuth(pool, request, segments, attempt);
    if (!response) throw new ApiError('not_found');
    await writeDown(context, about.requestId, attempt);
    if (segments[0] === 'callback' && segments[1] === 'oidc')
      await writeRejectedLink(context, about.requestId, attempt);
    return secured(response, about);
  } catch (error) {
    return errorResponse(knownError(error, about.requestId), about);
  }
}

/**
 * Rejects what the browser marks as sent by another site: no other site may sign users in or out. Clients other
 * than browsers send neither header; next-auth's own token is required from everyone. Throws ApiError `csrf`.
 */
function rejectOtherSites({ headers }: Request, publicUrl: string): void {
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  if ((origin !== null && origin !== publicUrl) || (site !== null && site !== 'same-origin'))
    throw new ApiError('csrf');
}

async function writeDown(context: AuditContext, requestId: string, attempt: AuthAttempt): Promise<void> {
  const { result, signedOut, address } = attempt;
  const common = { requestId, address };
  if (signedOut)
    await context.audit.record({ ...common, actor: signedOut, action: 'sign-out', outcome: 'ok' });
  if (!result) return;
  count('sharebook_sign_ins_total', { outcome: result.outcome });
  await context.audit.record({
    ...common,
    actor: result.outcome === 'signed-in' ? result.person.id : null,
    action: attempt.proof && attempt.by === 'provider' ? 'step-up' : 'sign-in',
    outcome: result.outcome === 'signed-in' ? 'ok' : 'refused',
    object: result.outcome === 'refused' ? result.person : null,
    detail: {
      by: attempt.by ?? 'password',
      ...(result.outcome === 'throttled' ? { code: 'throttled' } : {}),
      ...(result.outcome === 'refused' && result.code ? { code: result.code } : {}),
      ...(result.outcome === 'signed-in' ? { stage: result.stage } : {}),
    },
  });
}

/** A created link is already in the audit trail, recorded in the same transaction. */
async function writeRejectedLink(
  context: AuditContext,
  requestId: string,
  attempt: AuthAttempt,
): Promise<void> {
  const { proof, linked = 'failed', address } = attempt;
  if (proof?.purpose !== 'link' || linked === 'linked') return;
  await context.audit.record({
    requestId,
    actor: proof.id,
    action: 'provider-link',
    outcome: 'refused',
    object: proof.id,
    address,
    detail: { code: linked },
  });
}
