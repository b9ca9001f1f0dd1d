import 'server-only';
import { z } from 'zod';
import { ApiError } from '../api/error.ts';
import { auditedChange } from '../session/accounts/audited-change.ts';
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
import { proofs, prove, rejectLast, requireFresh, type Work } from './prove.ts';

/** Throws ApiError `not_found` where the dashboard's address does not allow passkeys. */
function requireSite(): PasskeySite {
  const site = passkeySite();
  if (!site) throw new ApiError('not_found');
  return site;
}

function reject(text: string): never {
  throw new ApiError('invalid', { message: text, fields: { passkey: [text] } });
}

const optionsShape = z.strictObject({ for: z.enum(['add', 'prove']) });

/**
 * `{ for: "add" | "prove" }`: options for the browser, with a challenge that is valid once and for five
 * minutes.
 */
export const passkeyOptions: Work = async (requested, { pool }) => {
  const site = requireSite();
  const { person: user, stage, hasPasskey } = requested.standing;
  const { for: use } = parsed(optionsShape, requested.body);
  if (use === 'add' ? stage === 'code' : stage === 'enrol' || !hasPasskey) throw new ApiError('not_found');
  if (use === 'add') requireFresh(requested);
  const options =
    use === 'add' ? await optionsToAdd(pool, site, user) : await optionsToProve(pool, site, user);
  if (!options) throw new ApiError('unauthenticated');
  return { value: options };
};

const addShape = z.strictObject({ name: line(60), response: newPasskeyShape });

/** `{ name, response }`: stores a new passkey. A user's first second factor also creates recovery codes. */
export const addPasskey: Work = async (requested, { pool }) => {
  const site = requireSite();
  const { name, response } = parsed(addShape, requested.body);
  requireFresh(requested);
  const { person: user } = requested.standing;
  const checked = await checkNewPasskey(pool, site, user.sessionId, response);
  if (!checked) return reject('The passkey was not accepted. Try again.');
  await auditedChange(pool, async (client) => {
    const saved = await keepPasskey(client, user.id, name, checked);
    if (saved === 'known') reject('This passkey is already in use.');
    if (saved === 'too many') reject('You have 20 passkeys. Remove one first.');
    await requested.record({ detail: { name } });
  });
  const session = await renewSession(pool, user.sessionId, true);
  if (session === null) throw new ApiError('unauthenticated');
  const device = await rememberDevice(pool, user.id, requested.deviceToken);
  return {
    value: { added: true, codes: (await codesToKeep(pool, user.id)) !== null },
    cookies: [cookieLine('session', session), cookieLine('device', device)],
  };
};

const enterShape = z.strictObject({ response: passkeyProofShape });

/** `{ response }`: the second step of signing in, in place of a code. */
export const enterByPasskey: Work = async (requested, { pool }) => {
  const { response } = parsed(enterShape, requested.body);
  const session = await prove(requested, pool, { password: '', code: '', passkey: response });
  await requested.record();
  const device = await rememberDevice(pool, requested.standing.person.id, requested.deviceToken);
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
export const changePasskey: Work = async (requested, { pool }) => {
  const change = parsed(changeShape, requested.body);
  const { person: user, hasApp } = requested.standing;
  const passkeys = await listPasskeys(pool, user.id);
  const before = passkeys.find((passkey) => passkey.id === change.id);
  if (!before) throw new ApiError('not_found');
  if (change.action === 'rename') {
    await auditedChange(pool, async (client) => {
      if (!(await renamePasskey(client, user.id, change.id, change.name))) throw new ApiError('not_found');
      await requested.record({
        action: 'passkey-rename',
        before: { name: before.name },
        after: { name: change.name },
      });
    });
    return { value: { renamed: true } };
  }
  if (!hasApp && passkeys.length === 1) rejectLast(requested);
  const session = await prove(requested, pool, change);
  await auditedChange(pool, async (client) => {
    const name = await removePasskey(client, user.id, change.id);
    if (name === null) throw new ApiError('not_found');
    await requested.record({ action: 'passkey-remove', detail: { name } });
  });
  return { value: { removed: true }, cookies: [cookieLine('session', session)] };
};
