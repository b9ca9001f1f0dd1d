// Frame of the route handlers that change accounts: session, body, audit entry and errors.

import 'server-only';
import type { Pool } from 'pg';
import { z } from 'zod';
import { ApiError, type FieldErrors } from '../api/error.ts';
import { errorResponse, json, secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { env } from '../env.ts';
import { beginEntry, noteError, recordFirst } from '../gateway/audited.ts';
import type { GatewayContext } from '../gateway/gateway-context.ts';
import { readBody, rejectForeign } from '../gateway/request.ts';
import type { Confirmation } from '../session/confirm.ts';
import { cookieName, readCookie } from '../session/cookies.ts';
import { readStanding, type Stage, type Standing } from '../session/sessions.ts';

/** Dependencies of the account handlers; tests pass their own. */
export type Where = {
  pool: Pool;
  context: Pick<GatewayContext, 'audit' | 'addressOf' | 'publicUrl' | 'secret' | 'upstream'>;
};

export type AccountRequest = {
  standing: Standing;
  body: Record<string, unknown>;
  deviceToken: string | null;
  userAgent: string | null;
  /** Adds to the audit entry of this request, also when it is refused. */
  note(detail: NonNullable<AuditEntry['detail']>): void;
  /** Writes to the audit trail at once. If the entry cannot be written, the work must be undone. */
  record(entry?: Partial<AuditEntry>): Promise<void>;
};

/** Result of the work: a value for the browser, and cookies to set. */
export type Done = { value: object; cookies?: readonly string[] };

const bodyBytesMax = 16_384;

/**
 * Common handling of every account change: same-origin check, a session at one of `stages`, a small JSON body,
 * an audit entry and the standard error format. Refusals are audited too. Never throws. The frame is its own, not
 * `answerUser`: a session may be between two steps of its sign-in, and the entry is written within the work's transaction.
 */
export async function handleAccount(
  request: Request,
  { pool, context }: Where,
  action: string,
  object: string | null,
  work: (requested: AccountRequest) => Promise<Done>,
  stages: readonly Stage[] = ['open'],
): Promise<Response> {
  const { about, entry } = beginEntry(request, context, action, { object });
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    const jar = request.headers.get('cookie');
    const token = readCookie(jar, cookieName('session'));
    const standing = await readStanding(pool, token, env().registry.demo);
    if (!standing || !stages.includes(standing.stage)) throw new ApiError('unauthenticated');
    entry.actor = standing.person.id;
    rejectForeign(request, context.publicUrl);
    if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) throw new ApiError('too_large');
    const body = await readBody(request);
    const done = await work({
      standing,
      body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
      deviceToken: readCookie(jar, cookieName('device')),
      userAgent: request.headers.get('user-agent'),
      note: (detail) => {
        entry.detail = { ...entry.detail, ...detail };
      },
      record: (more) =>
        recordFirst(context, { ...entry, ...more, detail: { ...entry.detail, ...more?.detail } }),
    });
    const response = json(done.value, about);
    for (const line of done.cookies ?? []) response.headers.append('set-cookie', line);
    return secured(response, about);
  } catch (error) {
    const known = noteError(entry, error);
    await context.audit.record(entry).catch(() => undefined);
    return errorResponse(known, about);
  }
}

/** A body of exactly these fields. Throws ApiError `invalid` naming the wrong fields. */
export function parsed<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  for (const { path, message } of result.error.issues) {
    const name = String(path[0] ?? '');
    fields[name] = [...(fields[name] ?? []), message];
  }
  throw new ApiError('invalid', { fields });
}

/** Passwords and codes as typed; a single line of text. */
export const typed = z.string().max(2048);
export const line = (max: number) => z.string().trim().min(1, 'Enter a value.').max(max);

const texts = {
  wrong: {
    password: 'Incorrect password.',
    code: 'Incorrect code, or a code that was already used. Wait for the next code and try again.',
    passkey: 'The passkey was not accepted. Try again, or use another method.',
  },
  missing: {
    password: 'Enter your password.',
    code: 'Enter the six-digit code from your authenticator app, or a recovery code.',
    passkey: 'Use your passkey.',
  },
};

/** Session cookie value for a user who has re-authenticated. Throws ApiError otherwise. */
export function confirmed(confirmation: Confirmation, passwordField = 'password'): string {
  if (confirmation.outcome === 'confirmed') return confirmation.session;
  if (confirmation.outcome === 'throttled')
    throw new ApiError('throttled', { retryAfter: confirmation.retryAfterSeconds });
  if (confirmation.outcome === 'ended') throw new ApiError('unauthenticated');
  if (confirmation.outcome === 'elsewhere')
    throw new ApiError('step_up_required', {
      message: 'Sign in again through your organization, then try again.',
    });
  const { outcome, field } = confirmation;
  const name = field === 'password' ? passwordField : field;
  throw new ApiError(outcome === 'missing' ? 'step_up_required' : 'invalid', {
    fields: { [name]: [texts[outcome][field]] },
    message: texts[outcome][field],
  });
}
