import 'server-only';
import { z } from 'zod';
import { isFresh } from '#lib/access/decide';
import { rightsOf } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { env } from '#lib/env';
import { setPassword } from '#lib/session/accounts';
import { confirmPerson } from '#lib/session/confirm';
import { cookieLine } from '#lib/session/cookies';
import { rememberDevice } from '#lib/session/devices';
import { passwordFault } from '#lib/session/password-rules';
import { makeCodes, removeSecondFactor } from '#lib/session/second-factor';
import { digestOf, endSessionsOf } from '#lib/session/sessions';
import {
  type Asked,
  answerAccount,
  changing,
  confirmed,
  type Done,
  parsed,
  typed,
  type Where,
} from './answer.ts';

type Work = (asked: Asked, where: Where) => Promise<Done>;

const proof = z.strictObject({ password: typed.default(''), code: typed.default('') });

/** `{ password, code }`: the person is who they were; sensitive work is open for ten minutes (ruling 8). */
const confirm: Work = async ({ standing, body, deviceToken, record }, { pool }) => {
  const given = parsed(proof, body);
  const session = confirmed(await confirmPerson(pool, standing, { ...given, deviceToken }));
  await record();
  return { value: { confirmed: true }, cookies: [cookieLine('session', session)] };
};

const passwordShape = z.strictObject({
  current: typed.default(''),
  code: typed.default(''),
  password: typed,
});

/** `{ current, code, password }`: another password; every other session ends and every other browser is a stranger. */
const password: Work = async ({ standing, body, deviceToken, record }, { pool }) => {
  const given = parsed(passwordShape, body);
  const { person } = standing;
  if (!standing.hasPassword)
    throw new ApiError('invalid', { fields: { password: ['You sign in through your organization.'] } });
  const fault = await passwordFault(given.password, person);
  if (fault) throw new ApiError('invalid', { fields: { password: [fault] }, message: fault });
  const proven = { password: given.current, code: given.code, deviceToken };
  const session = confirmed(await confirmPerson(pool, standing, proven), 'current');
  await changing(pool, async (client) => {
    await setPassword(client, person, given.password, digestOf(session).toString('base64url'));
    await record();
  });
  const device = await rememberDevice(pool, person.id, null);
  return {
    value: { changed: true },
    cookies: [cookieLine('session', session), cookieLine('device', device)],
  };
};

const sessionsShape = z.strictObject({
  end: z.string().regex(/^(others|all|[A-Za-z0-9_-]{43})$/, 'This is no session.'),
});

/** `{ end: "others" | "all" | <id> }`: ends sessions of one's own. */
const sessions: Work = async ({ standing, body, record }, { pool }) => {
  const { end } = parsed(sessionsShape, body);
  const { id, sessionId } = standing.person;
  const which = end === 'others' ? { except: sessionId } : end === 'all' ? {} : { only: end };
  const ended = await changing(pool, async (client) => {
    const count = await endSessionsOf(client, id, which);
    await record({ detail: { which: end.length === 43 ? 'one' : end, ended: count } });
    return count;
  });
  return { value: { ended } };
};

const factorShape = z.strictObject({
  action: z.enum(['remove', 'codes']),
  password: typed.default(''),
  code: typed.default(''),
});

/** `{ action: "remove" | "codes", password, code }`: no second factor any more, or other recovery codes. */
const secondFactor: Work = async ({ standing, body, deviceToken, record }, { pool }) => {
  const { action, ...given } = parsed(factorShape, body);
  const { person, enrolled } = standing;
  if (!enrolled) throw new ApiError('not_found');
  if (action === 'remove' && env().requireTotp && rightsOf(person).class === 'ta')
    throw new ApiError('forbidden', {
      message: 'Your role needs a second factor here. It cannot be removed.',
    });
  const session = confirmed(await confirmPerson(pool, standing, { ...given, deviceToken }));
  await changing(pool, async (client) => {
    if (action === 'remove') await removeSecondFactor(client, person.id);
    else await makeCodes(client, person.id);
    await record({ detail: { done: action } });
  });
  return { value: { done: action }, cookies: [cookieLine('session', session)] };
};

const works: Readonly<Record<string, { action: string; work: Work }>> = {
  confirm: { action: 'step-up', work: confirm },
  password: { action: 'password-change', work: password },
  sessions: { action: 'sessions-end', work: sessions },
  'second-factor': { action: 'second-factor-change', work: secondFactor },
};

/** POST /api/account/<action>: what somebody changes about their own account. */
export function answerOwnAccount(request: Request, name: string, where: Where): Promise<Response> {
  const known = Object.hasOwn(works, name) ? works[name] : undefined;
  return answerAccount(request, where, known?.action ?? 'account', null, (asked) => {
    if (!known) throw new ApiError('not_found');
    return known.work(asked, where);
  });
}

/** Throws ApiError `step_up_required` unless the password was entered within ten minutes (ruling 8). */
export function requireFresh(asked: Asked): void {
  if (!isFresh(asked.standing.person)) throw new ApiError('step_up_required');
}
