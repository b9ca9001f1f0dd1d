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
  /** What a verdict of proof is made from, by issuer and day. */
  proofs: Readings<{ facts: ProofFacts; readAt: string; version: bigint }>;
};

export function registerMemory(): RegisterMemory {
  return {
    totals: versionedCache(512),
    anchors: versionedCache(32),
    largest: versionedCache(64),
    statusCounts: versionedCache(512),
    proofs: readings({ entriesMax: 512, keptMs: 60_000, joinMs: 10_000 }),
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
      dropOldest(entries, entriesMax);
      return value;
    },
  };
}

function dropOldest(entries: Map<string, unknown>, entriesMax: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= entriesMax) break;
    entries.delete(oldest);
  }
}

export type Readings<T> = {
  /**
   * The reading for `key` at this version: one that is in progress, or one that ended less than `keptMs` ago, else a new
   * one by `read`. `isFresh`: not one that has ended. One that has been in progress for longer than `joinMs` is shared also
   * if it began at an earlier version: two at once would slow each other.
   */
  get(key: string, version: bigint, isFresh: boolean, read: () => Promise<T>): Promise<T>;
};

/** Readings that take long: requests for the same one share it, however many there are, and whether or not they wait. */
export function readings<T>(
  { entriesMax, keptMs, joinMs }: { entriesMax: number; keptMs: number; joinMs: number },
  now = () => performance.now(),
): Readings<T> {
  type Reading = { version: bigint; value: Promise<T>; begunAt: number; endedAt: number | null };
  const isUsable = (one: Reading, version: bigint, isFresh: boolean) => {
    if (one.endedAt === null) return one.version === version || now() - one.begunAt > joinMs;
    return one.version === version && !isFresh && now() - one.endedAt < keptMs;
  };
  const entries = new Map<string, Reading>();
  return {
    get(key, version, isFresh, read) {
      const known = entries.get(key);
      if (known && isUsable(known, version, isFresh)) return known.value;
      const begun: Reading = { version, value: read(), begunAt: now(), endedAt: null };
      entries.delete(key);
      entries.set(key, begun);
      dropOldest(entries, entriesMax);
      begun.value.then(
        () => {
          begun.endedAt = now();
        },
        () => {
          if (entries.get(key) === begun) entries.delete(key);
        },
      );
      return begun.value;
    },
  };
}
