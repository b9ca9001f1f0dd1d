import 'server-only';
import { createHmac } from 'node:crypto';
import { keyFrom, openSealing, type Sealing } from '../store/seal.ts';

const digestUse = 'sharebook outbox digest';

/** Encrypts what an open write must keep, and tells requests apart without keeping them readable. */
export type Seal = Sealing & {
  digest(text: string): Buffer;
  /** Whether a digest is of this text, under the present secret or a former one. */
  isDigest(digest: Buffer, text: string): boolean;
};

/**
 * A body holds full tax ids and must survive a crash to be sent again unchanged, so it is kept encrypted (key derived
 * from NEXTAUTH_SECRET, bound to its write) and only until the outcome is known. A copy of the store alone gives nothing
 * away. `secrets`: the present one, then those of before; under any other, an open write can still be looked up, but no
 * longer be sent again.
 */
export function openSeal(secrets: readonly [string, ...string[]]): Seal {
  const digestUnder = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const present = keyFrom(secrets[0], digestUse);
  const keys = [present, ...secrets.slice(1).map((secret) => keyFrom(secret, digestUse))];
  return {
    ...openSealing(secrets, 'sharebook outbox body'),
    digest: (text) => digestUnder(present, text),
    isDigest: (digest, text) => keys.some((key) => digest.equals(digestUnder(key, text))),
  };
}
