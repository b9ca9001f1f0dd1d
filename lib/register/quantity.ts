import { formatDollarShares, formatShares } from '../format/shares.ts';

/** A share count as text; classes counted in dollars get the dollar sign, a missing figure a dash. */
export function quantity(value: bigint | null, dollars = false): string {
  if (value === null) return '–';
  return dollars ? formatDollarShares(value) : formatShares(value);
}
