import type { User } from '../access/roles.ts';

/** Recently verified owners of objects, per user. Only positive results are cached. */
export type Membership = {
  /** The verified owner, if it was verified for this user with exactly these grants recently. */
  find(user: User, kind: string, object: unknown): number | undefined;
  keep(user: User, kind: string, object: unknown, issuer: number): void;
};

/** Short, so that a changed owner is noticed within a minute. */
const keepMs = 30_000;
const entriesMax = 10_000;

/**
 * A cache of verified owners. The user and all their grants are part of the key, so that a changed grant
 * invalidates all earlier results at once.
 */
export function openMembership(now: () => number = Date.now): Membership {
  const known = new Map<string, { issuer: number; until: number }>();
  const keyOf = ({ id, issuers }: User, kind: string, object: unknown) =>
    JSON.stringify([id, issuers, kind, typeof object, String(object)]);

  return {
    find(user, kind, object) {
      const entry = known.get(keyOf(user, kind, object));
      return entry && entry.until > now() ? entry.issuer : undefined;
    },
    keep(user, kind, object, issuer) {
      const key = keyOf(user, kind, object);
      known.delete(key);
      known.set(key, { issuer, until: now() + keepMs });
      // A Map keeps insertion order: the first is the oldest.
      for (const oldest of known.keys()) {
        if (known.size <= entriesMax) break;
        known.delete(oldest);
      }
    },
  };
}
