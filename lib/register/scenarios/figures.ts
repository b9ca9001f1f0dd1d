import { divideHalfUp, fixed, parseDecimal } from '#lib/format/decimal';
import type { FractionRule } from './steps.ts';

/** Exact figures of scenarios: money in millionths of a dollar, ratios as fractions. No floats. */

/** numerator / denominator, both positive. */
export type Ratio = { numerator: bigint; denominator: bigint };

const millionth = 6;

const plain = (text: string) => text.replace(/[$,\s]/g, '');

/** '$1,200.50' → 1200500000n millionths; null unless above zero, with at most six decimals. */
export function readMoney(text: string): bigint | null {
  const digits = plain(text);
  if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(digits)) return null;
  const decimal = parseDecimal(digits);
  if (!decimal || decimal.digits <= 0n) return null;
  return decimal.digits * 10n ** BigInt(millionth - decimal.scale);
}

/** A count of a ratio, such as '1.1578': above zero, with at most eight decimals. */
export function readCount(text: string): { digits: bigint; scale: number } | null {
  const digits = plain(text);
  if (!/^\d{1,9}(?:\.\d{1,8})?$/.test(digits)) return null;
  const decimal = parseDecimal(digits);
  return decimal && decimal.digits > 0n ? decimal : null;
}

/** `give` for every `per`, as whole numbers; null when one of them is not usable. */
export function readRatio(give: string, per: string): Ratio | null {
  const [above, below] = [readCount(give), readCount(per)];
  if (!above || !below) return null;
  return {
    numerator: above.digits * 10n ** BigInt(below.scale),
    denominator: below.digits * 10n ** BigInt(above.scale),
  };
}

/** '12.5' → 12500000n millionths of a percent; null unless above 0 and below 100. */
export function readPercent(text: string): bigint | null {
  const digits = text.replace(/[%\s]/g, '');
  if (!/^\d{1,2}(?:\.\d{1,6})?$/.test(digits)) return null;
  const decimal = parseDecimal(digits);
  if (!decimal || decimal.digits <= 0n) return null;
  return decimal.digits * 10n ** BigInt(millionth - decimal.scale);
}

/** Hundred percent in the units of `readPercent`. */
export const wholePercent = 100n * 10n ** BigInt(millionth);

const dollars = (value: bigint, min: number, max: number) => {
  const { negative, text } = fixed({ digits: value, scale: millionth }, min, max);
  return `${negative ? '-' : ''}$${text}`;
};

/** Millionths as '$1,234.50', rounded half up to cents. */
export const moneyText = (value: bigint | null) => (value === null ? '–' : dollars(value, 2, 2));

/** Millionths as a price with two to six decimals. */
export const priceText = (value: bigint | null) => (value === null ? '–' : dollars(value, 2, millionth));

/** Millionths as plain decimal text without trailing zeros, '1.25'. */
export const plainPrice = (value: bigint) =>
  fixed({ digits: value, scale: millionth }, 0, millionth).text.replaceAll(',', '');

/** A value divided by a number of shares: the price of one, rounded half up to a millionth of a dollar. */
export const pricePerShare = (value: bigint, shares: bigint) => divideHalfUp(value, shares);

/** Whole shares, and the fraction paid in cash as numerator over the denominator of the ratio. */
export type Rounded = { whole: bigint; fraction: bigint; isRounded: boolean };

/** shares × ratio by the rule; null when the rule is None and the result is not whole. */
export function applyRatio(shares: bigint, ratio: Ratio, rule: FractionRule): Rounded | null {
  const exact = shares * ratio.numerator;
  const whole = exact / ratio.denominator;
  const rest = exact % ratio.denominator;
  if (rest === 0n) return { whole, fraction: 0n, isRounded: false };
  if (rule === 'None') return null;
  if (rule === 'Cash In Lieu') return { whole, fraction: rest, isRounded: true };
  const isUp = rule === 'Round Up' || (rule === 'Round Nearest' && rest * 2n >= ratio.denominator);
  return { whole: isUp ? whole + 1n : whole, fraction: 0n, isRounded: true };
}

/** The cash for a fraction of a share, in millionths, rounded half up to cents. */
export function cashFor(fraction: bigint, ratio: Ratio, price: bigint): bigint {
  const cent = 10n ** BigInt(millionth - 2);
  return divideHalfUp(fraction * price, ratio.denominator * cent) * cent;
}

/**
 * `total` in proportion to the weights: the floor of each part, then one each to the largest fractions, ties to the
 * earlier weight. `total` is at most the sum of the weights, so no part exceeds its weight.
 */
export function proRata(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (weight * total) / whole);
  let left = total - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights
    .map((weight, index) => ({ index, rest: (weight * total) % whole }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}
