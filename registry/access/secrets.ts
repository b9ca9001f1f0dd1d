// Hashes client secrets, access tokens and download codes, and verifies secrets without slowing known clients down.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { savedSecret } from '#lib/data-dir/saved-secret';

const rememberMs = 60_000;
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a client secret for api_client.secret_hash (argon2id; the text includes its parameters). */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, cost);
}

/** True when the secret matches the stored hash. */
export function isSecret(storedHash: string, secret: string): Promise<boolean> {
  return verify(storedHash, secret);
}

/** SHA-256 in hex. Enough for access tokens and download codes, because they are random. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two strings in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export type SecretCheck = {
  /** True when the secret matches the stored hash. An unknown client takes the same time. */
  verify(clientId: string, storedHash: string | undefined, secret: string): Promise<boolean>;
  /** A keyed digest of the secret, bound to the stored hash. It stays valid until the secret is replaced. */
  markOf(clientId: string, storedHash: string, secret: string): string;
  /**
   * True when this secret was correct before or is being verified now. It is then not a new guess, so wrong
   * guesses of others do not slow this caller down. `savedMark`: digest of a secret that was correct in an
   * earlier process.
   */
  seen(clientId: string, storedHash: string | undefined, secret: string, savedMark?: string): boolean;
};

/**
 * The key of the secret digests, stored in `<dataDir>/registry/mark-key`. It is not in the database, where a
 * digest without the key reveals nothing about the secret.
 */
export const markKey = (dataDir: string) => savedSecret(join(dataDir, 'registry', 'mark-key'));

/**
 * Verifies client secrets. A correct one is cached for a minute as a keyed digest, because argon2 is too slow
 * for a burst of token requests. The digest is bound to the stored hash, so a replaced secret stops working at
 * once.
 */
export function secretCheck(
  key = randomBytes(32).toString('hex'),
  now: () => number = Date.now,
): SecretCheck {
  const remembered = new Map<string, { mark: string; verifiedAt: number }>();
  const running = new Map<string, Promise<boolean>>();
  const decoy = hashSecret(randomBytes(16).toString('hex'));
  const markOf = (clientId: string, storedHash: string, secret: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([clientId, storedHash, secret]))
      .digest('hex');

  async function compute(clientId: string, storedHash: string | undefined, secret: string, mark: string) {
    const right = await isSecret(storedHash ?? (await decoy), secret);
    if (!right || storedHash === undefined) return false;
    remembered.set(clientId, { mark, verifiedAt: now() });
    return true;
  }

  function matches(clientId: string, mark: string): boolean {
    const known = remembered.get(clientId);
    return known !== undefined && sameText(known.mark, mark);
  }

  return {
    markOf,
    seen(clientId, storedHash, secret, savedMark) {
      const mark = markOf(clientId, storedHash ?? '', secret);
      if (running.has(mark)) return true;
      if (storedHash === undefined) return false;
      return matches(clientId, mark) || (savedMark !== undefined && sameText(savedMark, mark));
    },
    async verify(clientId, storedHash, secret) {
      const mark = markOf(clientId, storedHash ?? '', secret);
      const known = remembered.get(clientId);
      if (known && matches(clientId, mark) && now() - known.verifiedAt < rememberMs) return true;
      const already = running.get(mark);
      if (already) return already;
      const work = compute(clientId, storedHash, secret, mark).finally(() => running.delete(mark));
      running.set(mark, work);
      return work;
    },
  };
}
