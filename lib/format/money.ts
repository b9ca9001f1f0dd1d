import { divideHalfUp, fixed, parseDecimal } from './decimal.ts';

/**
 * An exact decimal amount in dollars: '1234.5' -> '$1,234.50', '-3' -> '-$3.00'. More than two decimals are
 * rounded half up. Text that is not a decimal is returned unchanged.
 */
export function formatMoney(value: string | bigint): string {
  return dollars(value, 2, 2);
}

/** A rate or price per share with two to six decimals: '0.0875' -> '$0.0875'. */
export function formatPerShare(value: string | bigint): string {
  return dollars(value, 2, 6);
}

/** Integer cents as money: 123456n -> '$1,234.56'. */
export function formatCents(cents: bigint): string {
  const { negative, text } = fixed({ digits: cents, scale: 2 }, 2, 2);
  return negative ? `-$${text}` : `$${text}`;
}

/** Decimal dollars as whole cents, rounded half up: '1.005' -> 101n; null for text that is not an amount. */
export function centsOf(amount: string | null): bigint | null {
  const decimal = amount === null ? null : parseDecimal(amount);
  return decimal && divideHalfUp(decimal.digits * 100n, 10n ** BigInt(decimal.scale));
}

function dollars(value: string | bigint, min: number, max: number): string {
  const decimal = typeof value === 'bigint' ? { digits: value, scale: 0 } : parseDecimal(value);
  if (!decimal) return String(value);
  const { negative, text } = fixed(decimal, min, max);
  return negative ? `-$${text}` : `$${text}`;
}
