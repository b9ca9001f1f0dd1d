import 'server-only';
import { z } from 'zod';
import { ApiError } from '../api/error.ts';
import { changing } from '../session/accounts/changing.ts';
import { cookieLine } from '../session/cookies.ts';
import { rememberDevice } from '../session/second-factor/devices.ts';
import { newPasskeyShape, passkeyProofShape } from '../session/second-factor/passkey-shapes.ts';
import {
  checkNewPasskey,
  keepPasskey,
  listPasskeys,
  optionsToAdd,
  optionsToProve,
  type PasskeySite,
  passkeySite,
  removePasskey,
  renamePasskey,
} from '../session/second-factor/passkeys.ts';
import { codesToKeep } from '../session/second-factor/recovery-codes.ts';
import { renewSession } from '../session/sessions.ts';
import { line, parsed } from './handler.ts';
import { proofs, prove, refuseLast, requireFresh, type Work } from './prove.ts';

/** Throws ApiError `not_found` where the dashboard's address does not allow passkeys. */
function requireSite(): PasskeySite {
  const site = passkeySite();
  if (!site) throw new ApiError('not_found');
  return site;
}

function refuse(sentence: string): never {
  throw new ApiError('invalid', { message: sentence, fields: { passkey: [sentence] } });
}

const optionsShape = z.strictObject({ for: z.enum(['add', 'prove']) });

/**
 * `{ for: "add" | "prove" }`: options for the browser, with a challenge that is valid once and for five
 * minutes.
 */
export const passkeyOptions: Work = async (asked, { pool }) => {
  const site = requireSite();
  const { person, stage, hasPasskey } = asked.standing;
  const { for: use } = parsed(optionsShape, asked.body);
  if (use === 'add' ? stage === 'code' : stage === 'enrol' || !hasPasskey) throw new ApiError('not_found');
  if (use === 'add') requireFresh(asked);
  const options =
    use === 'add' ? await optionsToAdd(pool, site, person) : await optionsToProve(pool, site, person);
  if (!options) throw new ApiError('unauthenticated');
  return { value: options };
};

const addShape = z.strictObject({ name: line(60), response: newPasskeyShape });

/** `{ name, response }`: stores a new passkey. A user's first second factor also creates recovery codes. */
export const addPasskey: Work = async (asked, { pool }) => {
  const site = requireSite();
  const { name, response } = parsed(addShape, asked.body);
  requireFresh(asked);
  const { person } = asked.standing;
  const checked = await checkNewPasskey(pool, site, person.sessionId, response);
  if (!checked) return refuse('The passkey was not accepted. Try again.');
  await changing(pool, async (client) => {
    const kept = await keepPasskey(client, person.id, name, checked);
    if (kept === 'known') refuse('This passkey is already in use.');
    if (kept === 'too many') refuse('You have 20 passkeys. Remove one first.');
    await asked.record({ detail: { name } });
  });
  const session = await renewSession(pool, person.sessionId, true);
  if (session === null) throw new ApiError('unauthenticated');
  const device = await rememberDevice(pool, person.id, asked.deviceToken);
  return {
    value: { added: true, codes: (await codesToKeep(pool, person.id)) !== null },
    cookies: [cookieLine('session', session), cookieLine('device', device)],
  };
};

const enterShape = z.strictObject({ response: passkeyProofShape });

/** `{ response }`: the second step of signing in, in place of a code. */
export const enterByPasskey: Work = async (asked, { pool }) => {
  const { response } = parsed(enterShape, asked.body);
  const session = await prove(asked, pool, { password: '', code: '', passkey: response });
  await asked.record();
  const device = await rememberDevice(pool, asked.standing.person.id, asked.deviceToken);
  return {
    value: { entered: true },
    cookies: [cookieLine('session', session), cookieLine('device', device)],
  };
};

const id = z.uuid('Unknown passkey.');

const changeShape = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('rename'), id, name: line(60) }),
  z.strictObject({ action: z.literal('remove'), id, ...proofs }),
]);

/** `{ action: "rename", id, name }`, or `{ action: "remove", id, … }` with re-authentication. */
export const changePasskey: Work = async (asked, { pool }) => {
  const change = parsed(changeShape, asked.body);
  const { person, hasApp } = asked.standing;
  const passkeys = await listPasskeys(pool, person.id);
  const before = passkeys.find((passkey) => passkey.id === change.id);
  if (!before) throw new ApiError('not_found');
  if (change.action === 'rename') {
    await changing(pool, async (client) => {
      if (!(await renamePasskey(client, person.id, change.id, change.name))) throw new ApiError('not_found');
      await asked.record({
        action: 'passkey-rename',
        before: { name: before.name },
        after: { name: change.name },
      });
    });
    return { value: { renamed: true } };
  }
  if (!hasApp && passkeys.length === 1) refuseLast(asked);
  const session = await prove(asked, pool, change);
  await changing(pool, async (client) => {
    const name = await removePasskey(client, person.id, change.id);
    if (name === null) throw new ApiError('not_found');
    await asked.record({ action: 'passkey-remove', detail: { name } });
  });
  return { value: { removed: true }, cookies: [cookieLine('session', session)] };
};
