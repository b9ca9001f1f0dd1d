import { divideHalfUp, fixed } from './decimal.ts';

/**
 * part / whole in percent, exact, rounded half up: '82.7916%'. A positive value that would print as zero prints
 * as '<0.0001%'. A whole of zero gives ''.
 */
export function formatPercent(part: bigint, whole: bigint, decimals = 4): string {
  if (whole === 0n) return '';
  const scaled = percentUnits(part, whole, decimals);
  if (scaled === 0n && part !== 0n && part > 0n === whole > 0n) {
    return `<${fixed({ digits: 1n, scale: decimals }, decimals, decimals).text}%`;
  }
  const { negative, text } = fixed({ digits: scaled, scale: decimals }, decimals, decimals);
  return `${negative ? '-' : ''}${text}%`;
}

/** part / whole in percent (0-100) as a number with eight decimals, the wire format. */
export function percentOf8(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  const { negative, text } = fixed({ digits: percentUnits(part, whole, 8), scale: 8 }, 8, 8);
  const value = Number(text.replaceAll(',', ''));
  return negative ? -value : value;
}

function percentUnits(part: bigint, whole: bigint, decimals: number): bigint {
  const sign = whole < 0n ? -1n : 1n;
  return divideHalfUp(sign * part * 100n * 10n ** BigInt(decimals), sign * whole);
}
