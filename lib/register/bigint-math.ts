// Sums, absolute values and percentages of bigints that may be missing.

/** Exact sum; null as soon as one part is missing. */
export function sum(values: Iterable<bigint | null>): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}

/** The sum kept under a key; 0 for a key without one. */
export function sumAt<K>(sums: ReadonlyMap<K, bigint | null>, key: K): bigint | null {
  const kept = sums.get(key);
  return kept === undefined ? 0n : kept;
}

/** Adds to the sum kept under a key; null once one part is missing. */
export function addAt<K>(sums: Map<K, bigint | null>, key: K, part: bigint | null): void {
  sums.set(key, sum([sumAt(sums, key), part]));
}

/** The value without its sign; null stays null. */
export function magnitude(value: bigint): bigint;
export function magnitude(value: bigint | null): bigint | null;
export function magnitude(value: bigint | null): bigint | null {
  return value === null || value >= 0n ? value : -value;
}

/** part / whole as a number in percent, only for lengths of bars; figures in text use lib/format. */
export function ratio(part: bigint | null, whole: bigint | null): number {
  if (part === null || whole === null || whole <= 0n) return 0;
  return Number((part * 1_000_000n) / whole) / 10_000;
}

const percentScale = 12;

/** part / whole in percent units 0-100 as exact decimal text with twelve places; null if either is missing. */
export function percentUnits(part: bigint | null, whole: bigint | null): string | null {
  if (part === null || whole === null || whole <= 0n) return null;
  const digits = ((part * 100n * 10n ** BigInt(percentScale)) / whole)
    .toString()
    .padStart(percentScale + 1, '0');
  return `${digits.slice(0, -percentScale)}.${digits.slice(-percentScale)}`;
}
