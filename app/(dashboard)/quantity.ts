import { formatDollarShares, formatShares } from '#lib/format/shares';

/** A share count for reading; classes counted in dollars get their sign, a missing figure a dash. */
export function quantity(value: bigint | null, dollars = false): string {
  if (value === null) return '–';
  return dollars ? formatDollarShares(value) : formatShares(value);
}
