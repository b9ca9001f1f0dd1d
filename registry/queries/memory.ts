import type { ProofFacts } from '#lib/proof/proof-facts';
import type { Anchor, LargestHolders, RegisterTotals } from './types.ts';

/** Caches of one server process for one database. All of it can be discarded at any time. */
export type RegisterMemory = {
  totals: VersionedCache<RegisterTotals>;
  anchors: VersionedCache<Anchor[]>;
  /** Largest accounts by class, by issuer and day. */
  largest: VersionedCache<ReadonlyMap<bigint, LargestHolders>>;
  /** Transaction counts of an issuer by type and status. */
  statusCounts: VersionedCache<bigint>;
  /** What a verdict of proof is made from, by issuer, day and minute. */
  proofs: VersionedCache<{ facts: ProofFacts; readAt: string }>;
};

export function registerMemory(): RegisterMemory {
  return {
    totals: versionedCache(512),
    anchors: versionedCache(32),
    largest: versionedCache(64),
    statusCounts: versionedCache(512),
    proofs: versionedCache(512),
  };
}

type VersionedCache<T> = {
  /** The cached value for `key` at exactly this version, else the result of `make`, which is then cached. */
  get(key: string, version: bigint, make: () => Promise<T>): Promise<T>;
};

/**
 * A small cache of derived values, each bound to the version of the issuer it was computed from. The version
 * comes from the same snapshot as the request, so that a process never returns a value that another process has
 * made outdated.
 */
function versionedCache<T>(entriesMax: number): VersionedCache<T> {
  const entries = new Map<string, { version: bigint; value: T }>();
  return {
    async get(key, version, make) {
      const cached = entries.get(key);
      if (cached?.version === version) {
        entries.delete(key);
        entries.set(key, cached);
        return cached.value;
      }
      const value = await make();
      entries.delete(key);
      entries.set(key, { version, value });
      for (const oldest of entries.keys()) {
        if (entries.size <= entriesMax) break;
        entries.delete(oldest);
      }
      return value;
    },
  };
}
