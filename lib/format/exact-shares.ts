// Reads share counts from responses as exact integers, and orders holders by them.

/**
 * A share count from the wire (a JSON integer, or digits as text beyond 2^53) as an exact integer. Null for
 * anything else: an unreadable figure is shown as missing, never as zero.
 */
export function exact(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null;
}

/** Largest first, missing last. */
export function bySize(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a === b ? 0 : a > b ? -1 : 1;
}

/** By code units, so that the order is the same everywhere, unlike a locale's. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Sized = { shares: bigint | null; sortName: string; account: string };

/** The order of every list of holders: by shares, then name, then account; unknown holdings last. */
export const ownersOrder = (a: Sized, b: Sized): number =>
  bySize(a.shares, b.shares) || byText(a.sortName, b.sortName) || byText(a.account, b.account);
