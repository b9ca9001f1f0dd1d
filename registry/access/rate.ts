export type RateLimit = {
  /** Takes one token; 0 when there was one, else the whole seconds until there will be. */
  take(key: string): number;
};

/** A token bucket per key, in memory (decisions, ruling 5). Keys must come from a bounded set: none is forgotten. */
export function rateLimit(
  { perSecond, burst }: { perSecond: number; burst: number },
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
      buckets.set(key, bucket);
      return wait;
    },
  };
}
