import type { Anchor } from './paging.ts';
import type { RegisterTotals } from './totals.ts';
import { type VersionedCache, versionedCache } from './versioned-cache.ts';

/** What one server process remembers of one database between requests; everything in it can be forgotten at any time. */
export type RegisterMemory = {
  totals: VersionedCache<RegisterTotals>;
  anchors: VersionedCache<Anchor[]>;
  /** Transactions of an issuer by type and status. */
  statusCounts: VersionedCache<bigint>;
};

export function registerMemory(): RegisterMemory {
  return { totals: versionedCache(512), anchors: versionedCache(32), statusCounts: versionedCache(512) };
}
