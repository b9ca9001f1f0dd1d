import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { ClientBase, Pool } from 'pg';
import { env } from '#lib/env';
import { beginChallenge, challengeMinutes, takeChallenge } from './challenges.ts';
import type { NewPasskey, PasskeyProof } from './passkey-shapes.ts';
import { dropUselessCodes, ensureCodes } from './recovery-codes.ts';

const passkeysMax = 20;
/** Ed25519, ES256 and RS256, as COSE algorithm numbers. */
const algorithms = [-8, -7, -257];

/** The site of a passkey: the host of our address, and the origin that a browser reports. */
export type PasskeySite = { id: string; origin: string };

/**
 * Null where browsers do not support passkeys: they require an https address with a host name, or localhost.
 */
export function passkeySite(publicUrl = env().publicUrl): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const named = isIP(hostname) === 0 && !hostname.startsWith('[');
  return named && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null;
}

/** A passkey as shown to its owner. */
export type PasskeyRow = {
  id: string;
  name: string;
  madeAt: string;
  usedAt: string | null;
  backedUp: boolean;
};

/** The passkeys of a user, oldest first. */
export async function listPasskeys(pool: Pool, user: string): Promise<PasskeyRow[]> {
  const { rows } = await pool.query<PasskeyRow>(
    `select id, name, made_at as "madeAt", used_at as "usedAt", backed_up as "backedUp"
     from passkey where person = $1 order by made_at, id`,
    [user],
  );
  return rows;
}

type Owner = { id: string; email: string; name: string; sessionId: string };

/** Credential IDs: an authenticator is not registered twice, and browsers know which ones to offer. */
async function credentialsOf(pool: Pool, user: string) {
  const { rows } = await pool.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from passkey where person = $1',
    [user],
  );
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }));
}

/** The browser's options for creating a passkey; null when the session has ended. */
export async function optionsToAdd(pool: Pool, site: PasskeySite, owner: Owner) {
  const challenge = await beginChallenge(pool, owner.sessionId, 'add');
  if (challenge === null) return null;
  return generateRegistrationOptions({
    rpName: 'Sharebook',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMinutes * 60_000,
    attestationType: 'none',
    excludeCredentials: await credentialsOf(pool, owner.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** The browser's options for signing with one of the user's passkeys; null when the session has ended. */
export async function optionsToProve(pool: Pool, site: PasskeySite, owner: Pick<Owner, 'id' | 'sessionId'>) {
  const challenge = await beginChallenge(pool, owner.sessionId, 'prove');
  if (challenge === null) return null;
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMinutes * 60_000,
    allowCredentials: await credentialsOf(pool, owner.id),
    userVerification: 'required',
  });
}

export type CheckedPasskey = {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  deviceType: string;
  backedUp: boolean;
};

/** Checks a new passkey against the session's challenge. Null for anything invalid. */
export async function checkNewPasskey(
  pool: Pool,
  site: PasskeySite,
  sessionId: string,
  given: NewPasskey,
): Promise<CheckedPasskey | null> {
  const challenge = await takeChallenge(pool, sessionId, 'add');
  if (challenge === null) return null;
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(given.response.attestationObject, 'base64url')),
    );
    // Attestation certificates are not accepted: checking one could make this server fetch an address that it
    // names.
    const [form, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
    if (form !== 'none' && !(form === 'packed' && statement.get('x5c') === undefined)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: given.response.transports,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library's error says which part is wrong; the user learns only that it was not accepted.
    return null;
  }
}

/**
 * Saves a checked passkey; the first factor of a user also creates recovery codes. `known`: it already belongs
 * to an account.
 */
export async function keepPasskey(
  client: ClientBase,
  user: string,
  name: string,
  passkey: CheckedPasskey,
): Promise<'kept' | 'known' | 'too many'> {
  const { rows } = await client.query<{ count: bigint }>('select count(*) from passkey where person = $1', [
    user,
  ]);
  if (Number(rows[0]?.count) >= passkeysMax) return 'too many';
  const { rowCount } = await client.query(
    `insert into passkey (person, credential_id, public_key, counter, transports, device_type, backed_up, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
    [
      user,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.deviceType,
      passkey.backedUp,
      name,
    ],
  );
  if (rowCount !== 1) return 'known';
  await ensureCodes(client, user);
  return 'kept';
}

/**
 * Why a passkey's signature is rejected, for the audit trail; the user learns only that it was not accepted.
 */
export type PasskeyError = 'challenge' | 'unknown' | 'signature' | 'counter';

/**
 * Checks a passkey's signature against the session's challenge. Null: it is valid and belongs to the user, and
 * its use is recorded.
 */
export async function verifyPasskey(
  pool: Pool,
  site: PasskeySite,
  { id: user, sessionId }: Pick<Owner, 'id' | 'sessionId'>,
  given: PasskeyProof,
): Promise<PasskeyError | null> {
  const challenge = await takeChallenge(pool, sessionId, 'prove');
  if (challenge === null) return 'challenge';
  const { rows } = await pool.query<{ id: string; public_key: Buffer }>(
    'select id, public_key from passkey where person = $1 and credential_id = $2',
    [user, Buffer.from(given.id, 'base64url')],
  );
  const passkey = rows[0];
  if (!passkey) return 'unknown';
  const checked = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    // The counter is compared below, in the statement that updates it.
    credential: { id: given.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => null);
  if (!checked?.verified) return 'signature';
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  const { rowCount } = await pool.query(
    `update passkey set counter = $2, backed_up = $3, used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [passkey.id, newCounter, credentialBackedUp],
  );
  return rowCount === 1 ? null : 'counter';
}

/** Renames a passkey of the user. False when it is not theirs. */
export async function renamePasskey(
  client: ClientBase,
  user: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { rowCount } = await client.query('update passkey set name = $3 where person = $1 and id = $2', [
    user,
    id,
    name,
  ]);
  return rowCount === 1;
}

/**
 * Removes a passkey of the user, and the recovery codes when it was the last factor. Returns its name, or null.
 */
export async function removePasskey(client: ClientBase, user: string, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'delete from passkey where person = $1 and id = $2 returning name',
    [user, id],
  );
  if (!rows[0]) return null;
  await dropUselessCodes(client, user);
  return rows[0].name;
}
