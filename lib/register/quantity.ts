import { formatDollarShares, formatShares } from '../format/shares.ts';

/** A share count as text; classes counted in dollars get the dollar sign, a missing figure a dash. */
export function quantity(value: bigint | null, dollars = false): string {
  if (value === null) return '–';
  return dollars ? formatDollarShares(value) : formatShares(value);
}

/** '+1,200', '-300', '0': a change always has its sign. */
export function signedQuantity(value: bigint | null, dollars = false): string {
  return value !== null && value > 0n ? `+${quantity(value, dollars)}` : quantity(value, dollars);
}
