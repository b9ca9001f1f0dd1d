import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { keptSecret } from '#lib/data-dir/kept-secret';

const rememberMs = 60_000;
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a client secret for api_client.secret_hash (argon2id, its parameters inside the text). */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, cost);
}

/** True when the secret matches the stored hash. */
export function isSecret(storedHash: string, secret: string): Promise<boolean> {
  return verify(storedHash, secret);
}

/** SHA-256 as hex: how access tokens and download codes, which are random, are kept. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two strings of any length in time that tells nothing about where they differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export type SecretCheck = {
  /** True when the secret matches the stored hash; a client that does not exist costs the same time. */
  verify(clientId: string, storedHash: string | undefined, secret: string): Promise<boolean>;
  /** A keyed digest of the secret, bound to the stored hash: equal for equal secrets until the secret is rotated. */
  markOf(clientId: string, storedHash: string, secret: string): string;
  /**
   * True when this very secret was right before or is being verified now: neither is a new guess, so such a caller is
   * not slowed down by others' wrong ones. `keptMark`: the mark of a secret that was right in an earlier process.
   */
  seen(clientId: string, storedHash: string | undefined, secret: string, keptMark?: string): boolean;
};

/**
 * The key of the marks, kept in `<dataDir>/registry/mark-key`. It stays out of the database, where a mark without it says
 * nothing of the secret.
 */
export const markKey = (dataDir: string) => keptSecret(join(dataDir, 'registry', 'mark-key'));

/**
 * Verifies client secrets. A right one is remembered for a minute as a keyed digest, so that a burst of token calls does
 * not burn the processor; the memory is bound to the stored hash, so a rotated secret stops at once.
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
    seen(clientId, storedHash, secret, keptMark) {
      const mark = markOf(clientId, storedHash ?? '', secret);
      if (running.has(mark)) return true;
      if (storedHash === undefined) return false;
      return matches(clientId, mark) || (keptMark !== undefined && sameText(keptMark, mark));
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
