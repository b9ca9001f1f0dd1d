// Exact arithmetic with amounts as decimal text.

import { parseDecimal } from '#lib/format/decimal';

/** Exact product of shares and a price per share, as decimal text: (3n, '12.505') -> '37.515'. */
export function marketValue(shares: bigint, pricePerShare: string): string {
  const { digits, scale } = decimal(pricePerShare);
  const product = (shares * digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? product : `${product.slice(0, -scale)}.${product.slice(-scale)}`;
}

/** Negative when `a` is less than `b`, 0 when they are equal, positive when it is more; exact. */
export function compareAmounts(a: string, b: string): number {
  const [left, right] = [decimal(a), decimal(b)];
  const scale = Math.max(left.scale, right.scale);
  const difference =
    left.digits * 10n ** BigInt(scale - left.scale) - right.digits * 10n ** BigInt(scale - right.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function decimal(text: string) {
  const found = parseDecimal(text);
  if (!found) throw new Error('An amount is not a decimal.');
  return found;
}
