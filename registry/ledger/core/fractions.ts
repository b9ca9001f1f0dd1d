/** Exact share and money arithmetic with rationals; floats are never used. */

export type FractionalType = 'Round Up' | 'Round Down' | 'Round Nearest' | 'Cash In Lieu' | 'None';
/** numerator / denominator, both positive. */
export type Ratio = { numerator: bigint; denominator: bigint };
/**
 * Whole shares, and the fraction paid in cash as numerator over the ratio's denominator (0 unless Cash In
 * Lieu).
 */
export type Rounded = { whole: bigint; fraction: bigint };

/** shares × ratio by the fractional rule. Undefined when the rule is None and the result is not whole. */
export function applyRatio(shares: bigint, ratio: Ratio, type: FractionalType): Rounded | undefined {
  const exact = shares * ratio.numerator;
  const whole = exact / ratio.denominator;
  const rest = exact % ratio.denominator;
  if (rest === 0n) return { whole, fraction: 0n };
  if (type === 'None') return undefined;
  if (type === 'Cash In Lieu') return { whole, fraction: rest };
  if (type === 'Round Up') return { whole: whole + 1n, fraction: 0n };
  if (type === 'Round Nearest')
    return { whole: whole + (rest * 2n >= ratio.denominator ? 1n : 0n), fraction: 0n };
  return { whole, fraction: 0n };
}

/**
 * Splits `total` in proportion to `weights`: each part gets the floor of weight × ratio, the remaining units go
 * to the largest fractions, ties to the earlier part. The caller orders the parts by certificate number.
 */
export function allocate(total: bigint, weights: readonly bigint[], ratio: Ratio): bigint[] {
  const floors = weights.map((weight) => (weight * ratio.numerator) / ratio.denominator);
  let left = total - floors.reduce((sum, part) => sum + part, 0n);
  const rests = weights.map((weight, index) => ({
    index,
    rest: (weight * ratio.numerator) % ratio.denominator,
  }));
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of rests) {
    if (left <= 0n) break;
    floors[index]! += 1n;
    left -= 1n;
  }
  return floors;
}

/** Cents of amount × numerator / denominator, rounded half up; `amount` is a plain decimal such as '6.40'. */
export function centsOf(amount: string, numerator: bigint, denominator: bigint): bigint {
  const { digits, scale } = readDecimal(amount);
  const above = digits * numerator * 100n;
  const below = denominator * 10n ** BigInt(scale);
  return (above * 2n + below) / (below * 2n);
}

/** '12.05' from 1205n. */
export function moneyText(cents: bigint): string {
  const sign = cents < 0n ? '-' : '';
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The share part / whole of an amount, rounded half up. The caller keeps the rest, so that nothing is lost. */
export function shareOfMoney(amount: string, part: bigint, whole: bigint): { part: string; rest: string } {
  const cents = centsOf(amount, 1n, 1n);
  const first = (cents * part * 2n + whole) / (whole * 2n);
  return { part: moneyText(first), rest: moneyText(cents - first) };
}

export function isPrice(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,15}(\.\d{1,6})?$/.test(text);
}

function readDecimal(text: string): { digits: bigint; scale: number } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}
