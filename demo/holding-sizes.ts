// Draws random holding sizes that add up to a given total.

import type { Prng } from './prng.ts';

export type Shape = {
  median: number;
  sigma: number;
  /** Share of accounts with ten shares or fewer. */
  tiny: number;
  /** Number of large accounts, which hold the rest of the shares. */
  large: number;
};

/** `count` positive holdings that add up to `total`; the first `large` of them are the large ones. */
export function holdingSizes(rng: Prng, count: number, total: bigint, shape: Shape): bigint[] {
  const small: bigint[] = [];
  let left = total;
  for (let i = shape.large; i < count; i += 1) {
    const size = rng.chance(shape.tiny)
      ? rng.int(1, 10)
      : Math.max(1, Math.round(rng.logNormal(shape.median, shape.sigma)));
    small.push(BigInt(size));
    left -= BigInt(size);
  }
  if (shape.large === 0) return spread(small, left);
  const weights = Array.from({ length: shape.large }, (_, i) =>
    BigInt(Math.round(1000 / (i + 1.5)) + rng.int(0, 60)),
  );
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (left < sum) throw new Error(`The small accounts leave only ${left} of ${total} shares.`);
  const large = weights.map((weight) => (left * weight) / sum);
  large[0]! += left - large.reduce((a, b) => a + b, 0n);
  return [...large, ...small];
}

/**
 * Without large accounts the difference is spread over all holdings: scaled, then one share at a time from the
 * largest on.
 */
function spread(sizes: bigint[], difference: bigint): bigint[] {
  const order = sizes
    .map((_, i) => i)
    .sort((a, b) => (sizes[a]! === sizes[b]! ? a - b : sizes[a]! > sizes[b]! ? -1 : 1));
  const sum = sizes.reduce((a, b) => a + b, 0n);
  const scaled = sizes.map((one) => {
    const next = (one * (sum + difference)) / sum;
    return next > 0n ? next : 1n;
  });
  let left = sum + difference - scaled.reduce((a, b) => a + b, 0n);
  for (let i = 0; left !== 0n; i = (i + 1) % order.length) {
    const at = order[i]!;
    const step = left > 0n ? 1n : -1n;
    if (scaled[at]! + step < 1n) continue;
    scaled[at]! += step;
    left -= step;
  }
  return scaled;
}

/** `parts` positive amounts near the mean that add up to `total`. */
export function divide(rng: Prng, total: bigint, parts: number): bigint[] {
  const amounts: bigint[] = [];
  let left = total;
  for (let i = parts; i > 0; i -= 1) {
    const amount = steered(rng, left, i);
    amounts.push(amount);
    left -= amount;
  }
  return amounts;
}

/** The next of `left` amounts that must add up to `remaining`; the last one is the remainder. */
export function steered(rng: Prng, remaining: bigint, left: number): bigint {
  if (left <= 1) return remaining;
  const amount = (remaining * BigInt(rng.int(55, 145))) / (100n * BigInt(left));
  return amount > 0n ? amount : 1n;
}
