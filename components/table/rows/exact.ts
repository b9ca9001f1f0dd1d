// Exact sort keys and sums of cell values, without floating point.

import { fixed, parseDecimal } from '#lib/format/decimal';

/** A cell's value as received: never rounded or converted to a float. */
export type CellValue = string | bigint | number | null | undefined;

const keyScale = 18;

/** Plain decimal digits of a value; exponents are expanded. */
export function plainDigits(value: bigint | number | string): string {
  const text = String(value);
  return typeof value === 'number' && /e/i.test(text) ? value.toFixed(keyScale) : text;
}

function decimalOf(value: CellValue) {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 };
  return parseDecimal(plainDigits(value));
}

/** A bigint that orders numbers exactly in any notation; undefined for text that is not a number. */
export function exactKey(value: CellValue): bigint | undefined {
  const decimal = decimalOf(value);
  if (!decimal) return undefined;
  const up = keyScale - decimal.scale;
  return up >= 0 ? decimal.digits * 10n ** BigInt(up) : decimal.digits / 10n ** BigInt(-up);
}

/** Exact sum as plain decimal digits; values that are not numbers (null, 'Unlimited') add nothing. */
export function exactSum(values: Iterable<CellValue>): string {
  let digits = 0n;
  let scale = 0;
  for (const value of values) {
    const decimal = decimalOf(value);
    if (!decimal) continue;
    if (decimal.scale > scale) {
      digits *= 10n ** BigInt(decimal.scale - scale);
      scale = decimal.scale;
    }
    digits += decimal.digits * 10n ** BigInt(scale - decimal.scale);
  }
  const { negative, text } = fixed({ digits, scale }, scale, scale);
  return `${negative ? '-' : ''}${text.replaceAll(',', '')}`;
}
