import type { Person } from '../access/roles.ts';

/** What the registry has lately shown to belong to which issuer, per person. Only what was found is kept, never a denial. */
export type Membership = {
  /** The issuer that owns it, if that was shown to this person with these very grants a moment ago. */
  find(person: Person, kind: string, object: unknown): number | undefined;
  keep(person: Person, kind: string, object: unknown, issuer: number): void;
};

/** Brief, and below the 60 s of assurance T-09: an object that changes hands is asked about again soon. */
const keepMs = 30_000;
const entriesMax = 10_000;

/**
 * A memory of proofs. The person and all their grants are part of the key, so that a grant that comes or goes leaves
 * everything known under the old ones behind at once (assurance T-25).
 */
export function openMembership(now: () => number = Date.now): Membership {
  const known = new Map<string, { issuer: number; until: number }>();
  const keyOf = ({ id, issuers }: Person, kind: string, object: unknown) =>
    JSON.stringify([id, issuers, kind, typeof object, String(object)]);

  return {
    find(person, kind, object) {
      const entry = known.get(keyOf(person, kind, object));
      return entry && entry.until > now() ? entry.issuer : undefined;
    },
    keep(person, kind, object, issuer) {
      const key = keyOf(person, kind, object);
      known.delete(key);
      known.set(key, { issuer, until: now() + keepMs });
      // A Map keeps the order of entry: the first is the oldest.
      for (const oldest of known.keys()) {
        if (known.size <= entriesMax) break;
        known.delete(oldest);
      }
    },
  };
}
