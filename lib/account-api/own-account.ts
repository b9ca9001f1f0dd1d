// Changes of the user's own account: password, sessions, second factor and provider.

import 'server-only';
import { z } from 'zod';
import { ApiError } from '../api/error.ts';
import { env } from '../env.ts';
import { setPassword } from '../session/accounts/accounts.ts';
import { auditedChange } from '../session/accounts/audited-change.ts';
import { passwordError, passwordErrors } from '../session/accounts/password-rules.ts';
import { cookieLine } from '../session/cookies.ts';
import { isLinked, unlink } from '../session/provider/provider-link.ts';
import { rememberDevice } from '../session/second-factor/devices.ts';
import { passkeyProofShape } from '../session/second-factor/passkey-shapes.ts';
import { makeCodes } from '../session/second-factor/recovery-codes.ts';
import { removeApp } from '../session/second-factor/second-factor.ts';
import { digestOf, endSessionsOf, type Stage } from '../session/sessions.ts';
import { type AccountRequest, handleAccount, parsed, typed, type Where } from './handler.ts';
import { addPasskey, changePasskey, enterByPasskey, passkeyOptions } from './passkeys.ts';
import { proofs, prove, rejectLast, requireFresh, type Work } from './prove.ts';

const proof = z.strictObject(proofs);

/** `{ password, code }` or `{ passkey }`: re-authenticates; sensitive actions are allowed for ten minutes. */
const confirm: Work = async (requested, { pool }) => {
  const session = await prove(requested, pool, parsed(proof, requested.body));
  await requested.record();
  return { value: { confirmed: true }, cookies: [cookieLine('session', session)] };
};

const passwordShape = z.strictObject({
  current: typed.default(''),
  code: typed.default(''),
  passkey: passkeyProofShape.optional(),
  password: typed,
});

/**
 * `{ current, code, password }`, or a passkey in place of the first two: changes the password; ends all other
 * sessions and forgets all other browsers.
 */
const password: Work = async (requested, { pool }) => {
  const { standing, body, record } = requested;
  const given = parsed(passwordShape, body);
  const { person: user } = standing;
  if (!standing.hasPassword)
    throw new ApiError('invalid', { fields: { password: ['You sign in through your organization.'] } });
  const error = await passwordError(given.password, user);
  if (error) {
    const message = passwordErrors[error];
    throw new ApiError('invalid', { fields: { password: [message] }, message });
  }
  const session = await prove(requested, pool, { ...given, password: given.current }, 'current');
  await auditedChange(pool, async (client) => {
    await setPassword(client, user, given.password, digestOf(session).toString('base64url'));
    await record();
  });
  const device = await rememberDevice(pool, user.id, null);
  return {
    value: { changed: true },
    cookies: [cookieLine('session', session), cookieLine('device', device)],
  };
};

const sessionsShape = z.strictObject({
  end: z.string().regex(/^(others|all|[A-Za-z0-9_-]{43})$/, 'Unknown session.'),
});

/** `{ end: "others" | "all" | <id> }`: ends the user's own sessions. */
const sessions: Work = async ({ standing, body, record }, { pool }) => {
  const { end } = parsed(sessionsShape, body);
  const { id, sessionId } = standing.person;
  const which = end === 'others' ? { except: sessionId } : end === 'all' ? {} : { only: end };
  const ended = await auditedChange(pool, async (client) => {
    const count = await endSessionsOf(client, id, which);
    await record({ detail: { which: end.length === 43 ? 'one' : end, ended: count } });
    return count;
  });
  return { value: { ended } };
};

const factorShape = z.strictObject({ action: z.enum(['remove', 'codes']), ...proofs });

/**
 * `{ action: "remove" | "codes", … }` with re-authentication: removes the authenticator app, or creates new
 * recovery codes.
 */
const secondFactor: Work = async (requested, { pool }) => {
  const { action, ...given } = parsed(factorShape, requested.body);
  const { person: user, enrolled, hasApp, hasPasskey } = requested.standing;
  if (action === 'remove' ? !hasApp : !enrolled) throw new ApiError('not_found');
  if (action === 'remove' && !hasPasskey) rejectLast(requested);
  const session = await prove(requested, pool, given);
  await auditedChange(pool, async (client) => {
    if (action === 'remove') await removeApp(client, user.id);
    else await makeCodes(client, user.id);
    await requested.record({ detail: { done: action } });
  });
  return { value: { done: action }, cookies: [cookieLine('session', session)] };
};

const providerShape = z.strictObject({ action: z.enum(['link', 'unlink']) });

/**
 * `{ action: "link" | "unlink" }`, after recent authentication: whether the user may go to the OpenID provider
 * to link it, or removes the link. The link is made on return (lib/session/provider/provider-link.ts).
 */
const provider: Work = async (requested, { pool }) => {
  if (!env().oidc) throw new ApiError('not_found');
  const { action } = parsed(providerShape, requested.body);
  const { standing, record } = requested;
  const linked = await isLinked(pool, standing.person.id);
  if (linked === (action === 'link')) throw new ApiError('not_found');
  if (action === 'unlink' && !standing.hasPassword)
    throw new ApiError('forbidden', {
      message: 'This is your only way to sign in. Ask your administrator for a link to set a password first.',
    });
  requireFresh(requested);
  if (action === 'link') {
    await record();
    return { value: { allowed: true } };
  }
  if (!(await unlink(pool, standing.person, () => record({ action: 'provider-unlink' }))))
    throw new ApiError('not_found');
  return { value: { unlinked: true } };
};

type Action = { action: string; work: Work; stages?: readonly Stage[] };

const works: Readonly<Record<string, Action>> = {
  // A user whose role needs a second factor also re-authenticates during the set-up.
  confirm: { action: 'step-up', work: confirm, stages: ['open', 'enrol'] },
  password: { action: 'password-change', work: password },
  sessions: { action: 'sessions-end', work: sessions },
  'second-factor': { action: 'second-factor-change', work: secondFactor },
  provider: { action: 'provider-change', work: provider },
  'passkey-options': { action: 'passkey-options', work: passkeyOptions, stages: ['open', 'enrol', 'code'] },
  'passkey-add': { action: 'passkey-add', work: addPasskey, stages: ['open', 'enrol'] },
  'passkey-enter': { action: 'sign-in-passkey', work: enterByPasskey, stages: ['code'] },
  'passkey-change': { action: 'passkey-change', work: changePasskey },
};

/** POST /api/account/<action>: changes of the user's own account. */
export function handleOwnAccount(request: Request, name: string, where: Where): Promise<Response> {
  const known = Object.hasOwn(works, name) ? works[name] : undefined;
  const work = (requested: AccountRequest) => {
    if (!known) throw new ApiError('not_found');
    return known.work(requested, where);
  };
  return handleAccount(request, where, known?.action ?? 'account', null, work, known?.stages);
}
