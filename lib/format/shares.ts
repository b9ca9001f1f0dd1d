import { group } from './decimal.ts';

/**
 * A whole quantity with thousands separators: 1234567n -> '1,234,567'. Text that is not a whole number (for
 * example 'Unlimited') is returned unchanged.
 */
export function formatShares(value: bigint | number | string): string {
  if (typeof value === 'bigint')
    return value < 0n ? `-${group((-value).toString())}` : group(value.toString());
  const text = typeof value === 'number' ? wholeText(value) : value;
  const match = /^([+-]?)(\d+)$/.exec(text);
  if (!match) return text;
  return `${match[1] === '-' ? '-' : ''}${group((match[2] ?? '').replace(/^0+(?=\d)/, ''))}`;
}

/** A number of things with their name: '1 share', '1,200 shares', '2 classes'. */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${formatShares(count)} ${BigInt(count) === 1n ? one : many}`;

/** A quantity of a class counted in dollars: 1234567n -> '$1,234,567'. */
export function formatDollarShares(value: bigint | number | string): string {
  const text = formatShares(value);
  if (!/^-?\d/.test(text)) return text;
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}

function wholeText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  return String(value);
}
