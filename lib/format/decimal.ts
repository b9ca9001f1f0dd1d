/** An exact decimal: `digits` counts units of 10^-scale. */
type Decimal = { digits: bigint; scale: number };

const pattern = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/** Longest decimal accepted: exact parsing takes more than linear time, and no real figure is longer. */
const decimalMax = 400;

/** Parses '-1234.5' exactly; null when the text is not a plain decimal, or too long. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > decimalMax) return null;
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const fraction = match[3] ?? '';
  const digits = BigInt(`${match[2]}${fraction}`);
  return { digits: match[1] === '-' ? -digits : digits, scale: fraction.length };
}

/** A number of a response as plain decimal text without an exponent; null when it is not a number. */
export function decimalText(value: unknown): string | null {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? value : null;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  return Math.abs(value) < 1 ? value.toFixed(12).replace(/^(.*[^0])?0*$/, '$1') : null;
}

/** part / whole rounded half up (away from zero) to an integer. `whole` > 0. */
export function divideHalfUp(part: bigint, whole: bigint): bigint {
  const magnitude = part < 0n ? -part : part;
  const rounded = (2n * magnitude + whole) / (2n * whole);
  return part < 0n ? -rounded : rounded;
}

/** Adds thousands separators to digits: '1234567' -> '1,234,567'. */
export function group(digits: string): string {
  const first = digits.length % 3 || 3;
  const parts = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) parts.push(digits.slice(at, at + 3));
  return parts.join(',');
}

/**
 * Formats `value` with at least `min` and at most `max` decimals, rounded half up. The sign is returned
 * separately.
 */
export function fixed(value: Decimal, min: number, max: number): { negative: boolean; text: string } {
  const over = value.scale - max;
  const digits = over > 0 ? divideHalfUp(value.digits, 10n ** BigInt(over)) : value.digits;
  const scale = Math.min(value.scale, max);
  const plain = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = plain.slice(0, plain.length - scale);
  let fraction = plain.slice(plain.length - scale);
  while (fraction.length > min && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  fraction = fraction.padEnd(min, '0');
  return { negative: digits < 0n, text: fraction ? `${group(whole)}.${fraction}` : group(whole) };
}
