export type VersionedCache<T> = {
  /** The value kept for `key` at exactly this version, else what `make` gives, which is then kept. */
  get(key: string, version: bigint, make: () => Promise<T>): Promise<T>;
};

/**
 * A small memory of derived values, each bound to the version of the issuer it was made from. The version comes from the
 * same snapshot as the request, so that several processes over one database never serve each other's past.
 */
export function versionedCache<T>(entriesMax: number): VersionedCache<T> {
  const entries = new Map<string, { version: bigint; value: T }>();
  return {
    async get(key, version, make) {
      const kept = entries.get(key);
      if (kept?.version === version) {
        entries.delete(key);
        entries.set(key, kept);
        return kept.value;
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
