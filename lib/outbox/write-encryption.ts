import 'server-only';
import { createHmac } from 'node:crypto';
import { createEncryption, type Encryption, keyFrom } from '../store/encryption.ts';

const digestUse = 'sharebook outbox digest';

/** Encrypts the content of open writes, and compares requests by digest instead of readable text. */
export type WriteEncryption = Encryption & {
  digest(text: string): Buffer;
  /** Whether a digest is of this text, under the current secret or a previous one. */
  isDigest(digest: Buffer, text: string): boolean;
};

/**
 * A body holds full tax IDs and must survive a crash to be sent again unchanged. So it is encrypted (key
 * derived from NEXTAUTH_SECRET, bound to its write) and kept only until the outcome is known. A copy of the
 * store alone reveals nothing. `secrets`: the current one, then previous ones; under any other, an open write
 * can still be looked up but not sent again.
 */
export function openWriteEncryption(secrets: readonly [string, ...string[]]): WriteEncryption {
  const digestUnder = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const present = keyFrom(secrets[0], digestUse);
  const keys = [present, ...secrets.slice(1).map((secret) => keyFrom(secret, digestUse))];
  return {
    ...createEncryption(secrets, 'sharebook outbox body'),
    digest: (text) => digestUnder(present, text),
    isDigest: (digest, text) => keys.some((key) => digest.equals(digestUnder(key, text))),
  };
}
