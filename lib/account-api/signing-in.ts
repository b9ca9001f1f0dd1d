// Handles the forms of signing in and out, which work without script.

import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { isFresh } from '../access/decide.ts';
import { ApiError } from '../api/error.ts';
import { errorResponse, secured } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { authSecrets, env } from '../env.ts';
import { beginEntry, noteError, recordFirst } from '../gateway/audited.ts';
import { readForm, rejectForeignForm } from '../gateway/form-token.ts';
import { address, type Route, routes, safeNext } from '../routes.ts';
import { acceptInvitation, readInvitation } from '../session/accounts/invitations.ts';
import { passwordError } from '../session/accounts/password-rules.ts';
import { handleAuth } from '../session/auth.ts';
import { readAttempt } from '../session/auth-attempt.ts';
import { confirmUser } from '../session/confirm.ts';
import { cookieLine, cookieName, returningLine } from '../session/cookies.ts';
import { encryptProof, type ProviderPurpose, provesAtProvider } from '../session/provider/provider-proof.ts';
import { rememberDevice } from '../session/second-factor/devices.ts';
import { keepCodes } from '../session/second-factor/recovery-codes.ts';
import { checkCode, finishEnrolment } from '../session/second-factor/second-factor.ts';
import { endSession, readStanding, renewSession, type Standing } from '../session/sessions.ts';
import { enter, type SignedIn, signIn, type Visitor } from '../session/sign-in.ts';
import { isOnward } from '../transport/reject-request.ts';
import type { Where } from './handler.ts';

type Step = {
  request: Request;
  form: URLSearchParams;
  visitor: Visitor;
  standing: Standing | null;
  next: Route;
  where: Where;
  /** Filled in by the step and written to the audit trail afterwards. */
  entry: AuditEntry;
};

/** Next page and cookies, or a complete response. */
type Onward = { to: Route; cookies?: readonly string[] };

const sessionCookies = ({ session, device }: Pick<SignedIn, 'session' | 'device'>) => [
  cookieLine('session', session),
  ...(device ? [cookieLine('device', device)] : []),
];

function rejected(entry: AuditEntry, code: string): void {
  entry.outcome = 'refused';
  entry.detail = { ...entry.detail, code };
}

/** Email and password of the plain form; further factors are requested on the next page. */
async function password({ form, visitor, next, where, entry }: Step): Promise<Onward> {
  entry.action = 'sign-in';
  const result = await signIn(where.pool, {
    ...visitor,
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
  });
  if (result.outcome === 'signed-in') {
    entry.actor = result.person.id;
    entry.detail = { stage: result.stage };
    return { to: next, cookies: sessionCookies(result) };
  }
  if (result.outcome === 'refused') entry.object = result.person;
  rejected(entry, result.outcome === 'throttled' ? 'throttled' : 'wrong');
  const error = result.outcome === 'throttled' ? 'throttled' : 'CredentialsSignin';
  return { to: address(routes.signIn(), { next: next === '/' ? null : next, error }) };
}

/** The six digits, or a recovery code, for a session that waits for its second factor. */
async function code({ form, visitor, standing, next, where, entry }: Step): Promise<Onward> {
  if (standing?.stage !== 'code') return { to: standing ? next : routes.signIn(next) };
  const { id, sessionId } = standing.person;
  const checked = await checkCode(where.pool, id, form.get('code') ?? '', visitor);
  const back = (error: string): Onward => {
    rejected(entry, error);
    return { to: routes.secondFactor({ next, problem: error }) };
  };
  if (checked.outcome !== 'right') return back(checked.outcome);
  const session = await renewSession(where.pool, sessionId, true);
  if (session === null) return { to: routes.signIn(next, 'expired') };
  entry.detail = { by: checked.by };
  const device = await rememberDevice(where.pool, id, visitor.deviceToken);
  return { to: next, cookies: sessionCookies({ session, device }) };
}

/** Completes the set-up of a second factor; without a recent authentication it needs the password. */
async function enrol({ form, visitor, standing, next, where, entry }: Step): Promise<Onward> {
  if (!standing || standing.stage === 'code') return { to: routes.signIn(next) };
  const { pool } = where;
  const { deviceToken } = visitor;
  const back = (error: string): Onward => {
    rejected(entry, error);
    return { to: routes.enrol({ next, problem: error, add: standing.hasPasskey ? 'app' : null }) };
  };
  let { person: user } = standing;
  let cookies: string[] = [];
  if (!isFresh(user)) {
    const given = { password: form.get('password') ?? '', code: '', deviceToken };
    const proven = await confirmUser(pool, standing, given);
    if (proven.outcome !== 'confirmed') {
      // The form has no code field: a user with a passkey re-authenticates on the account page first.
      if (proven.outcome === 'missing' && proven.field === 'code') return back('again');
      const reported = proven.outcome === 'throttled' || proven.outcome === 'elsewhere';
      return back(reported ? proven.outcome : 'password');
    }
    const renewed = await readStanding(pool, proven.session, visitor.allowDemo);
    if (!renewed) return { to: routes.signIn(next, 'expired') };
    user = renewed.person;
    cookies = [cookieLine('session', proven.session)];
  }
  if (!(await finishEnrolment(pool, user.id, form.get('code') ?? ''))) return { ...back('wrong'), cookies };
  const session = await renewSession(pool, user.sessionId, true);
  if (session === null) return { to: routes.signIn(next, 'expired') };
  const device = await rememberDevice(pool, user.id, deviceToken);
  return { to: routes.enrol({ next }), cookies: sessionCookies({ session, device }) };
}

/** The user has saved the recovery codes: they cannot be shown again. */
async function codesSaved({ standing, next, where, entry }: Step): Promise<Onward> {
  entry.action = 'recovery-codes-kept';
  if (standing?.stage === 'open') await keepCodes(where.pool, standing.person.id);
  return { to: standing ? next : routes.signIn(next) };
}

/** Sets a password with the one-time link and signs the browser in. */
async function invited({ form, visitor, where, entry }: Step): Promise<Onward> {
  entry.action = 'invitation-use';
  const token = form.get('token') ?? '';
  const chosen = form.get('password') ?? '';
  const back = (error: string): Onward => {
    rejected(entry, error);
    return { to: routes.invited(token, { problem: error }) };
  };
  const found = await readInvitation(where.pool, token, visitor.allowDemo);
  if (!found) return back('link');
  entry.object = found.id;
  if (chosen !== (form.get('again') ?? '')) return back('differ');
  const error = await passwordError(chosen, found);
  if (error) return back(error);
  const user = await acceptInvitation(where.pool, token, chosen, visitor.allowDemo);
  if (!user) return back('link');
  entry.actor = user.id;
  return { to: routes.home(), cookies: sessionCookies(await enter(where.pool, user, visitor)) };
}

/** Why a signed-in user goes to the provider; null for a sign-in, or when the user may not request it. */
function purposeOf(form: URLSearchParams, standing: Standing | null): ProviderPurpose | null {
  if (form.get('link') === '1') return standing?.stage === 'open' && isFresh(standing.person) ? 'link' : null;
  return form.get('again') === '1' && standing !== null && provesAtProvider(standing) ? 'again' : null;
}

/**
 * Sign-in at the OpenID provider. `again` and `link` make it request the password even in an open session
 * there; `link` needs a session with an authentication of the last ten minutes.
 */
async function provider({ request, form, next, standing, where, entry }: Step): Promise<Onward | Response> {
  if (!env().oidc) throw new ApiError('not_found');
  const purpose = purposeOf(form, standing);
  if (form.get('link') === '1' && purpose === null) {
    rejected(entry, 'step_up_required');
    return { to: standing ? routes.account({ provider: 'failed' }) : routes.signIn(next) };
  }
  if (purpose) entry.detail = { purpose };
  // next-auth requires its own CSRF token; the form's origin has already been checked.
  const token = randomBytes(32).toString('hex');
  const hash = createHash('sha256').update(`${token}${authSecrets()[0]}`).digest('hex');
  const attempt = readAttempt(request.headers, where.context.addressOf(request.headers));
  const url = `${where.context.publicUrl}/api/auth/signin/oidc${form.get('again') === '1' || purpose ? '?prompt=login' : ''}`;
  const requested = new Request(url, {
    method: 'POST',
    headers: { cookie: request.headers.get('cookie') ?? '' },
  });
  const response = await handleAuth(where.pool, requested, ['signin', 'oidc'], attempt, {
    cookies: { [cookieName('csrf')]: `${token}|${hash}` },
    body: { csrfToken: token, callbackUrl: where.context.publicUrl + next },
    reauthenticates: purpose !== null,
  });
  if (!response) throw new ApiError('not_found');
  // Always overwritten: an unfinished re-authentication must not affect a later sign-in.
  const proof = purpose && standing ? encryptProof(standing.person, purpose) : '';
  response.headers.append('set-cookie', returningLine('again', proof));
  return response;
}

async function out({ standing, visitor, where, entry }: Step): Promise<Onward> {
  entry.action = 'sign-out';
  if (standing && visitor.sessionToken) await endSession(where.pool, visitor.sessionToken);
  return { to: routes.signIn() };
}

const steps: Readonly<Record<string, (step: Step) => Promise<Onward | Response>>> = {
  password,
  code,
  'second-factor': enrol,
  kept: codesSaved,
  invited,
  provider,
  out,
};

/**
 * POST /api/account/sign-in/<step>: the sign-in forms, which work without script. A form from another site is
 * refused; any other response is a page or a redirect to one. Never throws.
 */
export async function handleEntering(request: Request, name: string, where: Where): Promise<Response> {
  const { context, pool } = where;
  const { about, entry } = beginEntry(request, context, `sign-in-${name}`.slice(0, 40));
  const from = entry.address ?? null;
  const { userAgent, deviceToken, sessionToken } = readAttempt(request.headers, from);
  try {
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (!step) throw new ApiError('not_found');
    rejectForeignForm(request, context.publicUrl);
    const form = await readForm(request);
    const allowDemo = env().registry.demo;
    const visitor = { address: from, userAgent, deviceToken, sessionToken, allowDemo };
    const standing = await readStanding(pool, sessionToken, allowDemo);
    entry.actor = standing?.person.id ?? null;
    if (!form.getAll('next').every(isOnward)) throw new ApiError('invalid');
    const next = safeNext(form.get('next'));
    const onward = await step({ request, form, visitor, standing, next, where, entry });
    await recordFirst(context, entry);
    if (onward instanceof Response) return secured(onward, about);
    const headers = new Headers({ location: context.publicUrl + onward.to, 'cache-control': 'no-store' });
    for (const cookie of onward.cookies ?? []) headers.append('set-cookie', cookie);
    return secured(new Response(null, { status: 303, headers }), about);
  } catch (error) {
    const known = noteError(entry, error);
    await context.audit.record(entry).catch(() => undefined);
    return errorResponse(known, about);
  }
}
