import type { Anchor, RegisterTotals } from './types.ts';
import { type VersionedCache, versionedCache } from './versioned-cache.ts';

/** Caches of one server process for one database. All of it can be discarded at any time. */
export type RegisterMemory = {
  totals: VersionedCache<RegisterTotals>;
  anchors: VersionedCache<Anchor[]>;
  /** Transaction counts of an issuer by type and status. */
  statusCounts: VersionedCache<bigint>;
};

export function registerMemory(): RegisterMemory {
  return { totals: versionedCache(512), anchors: versionedCache(32), statusCounts: versionedCache(512) };
}
