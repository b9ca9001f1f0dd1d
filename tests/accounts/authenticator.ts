// A software WebAuthn authenticator for tests of passkeys, with mistakes that a test can choose.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** One mistake of a page on `origin` or an authenticator. */
export type Wrong = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The authenticator did not verify its user. */
  unverified?: boolean;
  /** The counter of the next signature, instead of an increment. */
  counter?: number;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, attested: 0x40 };

/** CBOR of a byte string shorter than 64 kB (RFC 8949, section 3). */
const cborBytes = (data: Buffer) =>
  Buffer.concat([
    data.length < 256
      ? Buffer.from([0x58, data.length])
      : Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A P-256 public key as COSE writes it: kind EC2, ES256, curve, x, y (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** A software authenticator that holds one ES256 key and gives no attestation, for a page on `origin`. */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const host = new URL(origin).hostname;
  let count = 0;

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const head = (wrong: Wrong, more: number) => {
    count = wrong.counter ?? count + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const set = flags.present | (wrong.unverified ? 0 : flags.verified) | more;
    return Buffer.concat([sha256(wrong.rpId ?? host), Buffer.from([set]), counter]);
  };
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id: credential.id,
    /** The browser's result of navigator.credentials.create(). */
    make({ challenge }: { challenge: string }, wrong: Wrong = {}, format = 'none') {
      const size = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        head(wrong, flags.attested | flags.backupEligible),
        Buffer.alloc(16),
        size,
        id,
        coseKey(publicKey),
      ]);
      const statement =
        format === 'none'
          ? Buffer.from([0xa0])
          : Buffer.concat([
              Buffer.from([0xa1]),
              cborText('x5c'),
              Buffer.from([0x81]),
              cborBytes(Buffer.from('no certificate')),
            ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText(format),
        cborText('attStmt'),
        statement,
        cborText('authData'),
        cborBytes(authData),
      ]);
      return {
        ...credential,
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The browser's result of navigator.credentials.get(). */
    sign({ challenge }: { challenge: string }, wrong: Wrong = {}) {
      const authData = head(wrong, flags.backupEligible);
      const client = clientData('webauthn.get', challenge, wrong);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: null,
        },
      };
    },
  };
}
