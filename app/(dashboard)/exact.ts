/**
 * A share count of the wire (a JSON integer, or its digits as text beyond 2^53) as an exact integer.
 * Null for anything else: an unreadable figure is shown as missing, never as zero.
 */
export function exact(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null;
}

/** Exact sum; null as soon as one part is missing. */
export function sum(values: Iterable<bigint | null>): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}

/** Largest first, missing last. */
export function bySize(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a === b ? 0 : a > b ? -1 : 1;
}

/** part / whole as a number in percent, for bar lengths only; figures in text go through lib/format. */
export function ratio(part: bigint | null, whole: bigint | null): number {
  if (part === null || whole === null || whole <= 0n) return 0;
  return Number((part * 1_000_000n) / whole) / 10_000;
}

const percentScale = 12;

/** part / whole in percent units 0-100 as exact decimal text with twelve places; null when either is missing. */
export function percentUnits(part: bigint | null, whole: bigint | null): string | null {
  if (part === null || whole === null || whole <= 0n) return null;
  const digits = ((part * 100n * 10n ** BigInt(percentScale)) / whole)
    .toString()
    .padStart(percentScale + 1, '0');
  return `${digits.slice(0, -percentScale)}.${digits.slice(-percentScale)}`;
}
