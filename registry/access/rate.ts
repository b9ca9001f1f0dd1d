// Token-bucket rate limits by key, kept in memory.

export type RateLimit = {
  /** Takes one token. Returns 0 on success, else the whole seconds until a token is available. */
  take(key: string): number;
  /** The result `take` would return, without taking a token. */
  wait(key: string): number;
};

type Rate = {
  perSecond: number;
  burst: number;
  /**
   * Buckets kept in memory, at least 1. Beyond that the least recently used one is dropped and would start full
   * again.
   */
  keysMax?: number;
};

/** A token bucket per key, in memory. */
export function rateLimit(
  { perSecond, burst, keysMax = 10_000 }: Rate,
  now: () => number = Date.now,
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function level(key: string): { tokens: number; at: number } {
    const at = now();
    const bucket = buckets.get(key);
    if (!bucket) return { tokens: burst, at };
    return { tokens: Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond), at };
  }

  const secondsUntilOne = (tokens: number) =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));

  return {
    take(key) {
      const bucket = level(key);
      const wait = secondsUntilOne(bucket.tokens);
      if (wait === 0) bucket.tokens -= 1;
      // Deleted first, so that the map's order is the order of use.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value ?? '');
      return wait;
    },
    wait: (key) => secondsUntilOne(level(key).tokens),
  };
}

/** Takes one token of every limit, or none at all. Returns 0 on success, else the longest wait in seconds. */
export function takeOfEach(limits: readonly (readonly [RateLimit, string])[]): number {
  const wait = Math.max(0, ...limits.map(([limit, key]) => limit.wait(key)));
  if (wait === 0) for (const [limit, key] of limits) limit.take(key);
  return wait;
}
