import 'server-only';
import { createHmac } from 'node:crypto';
import { keyFrom, openSealing, type Sealing } from '../store/seal.ts';

/** Encrypts what an open write must keep, and tells requests apart without keeping them readable. */
export type Seal = Sealing & { digest(text: string): Buffer };

/**
 * A body holds full tax ids and must survive a crash to be sent again unchanged, so it is kept encrypted (key derived
 * from NEXTAUTH_SECRET, bound to its write) and only until the outcome is known. A copy of the store alone gives
 * nothing away; with a new secret, open writes can still be looked up, but no longer be sent again.
 */
export function openSeal(secret: string): Seal {
  const digesting = keyFrom(secret, 'sharebook outbox digest');
  return {
    ...openSealing(keyFrom(secret, 'sharebook outbox body')),
    digest: (text) => createHmac('sha256', digesting).update(text).digest(),
  };
}
