// Prepares ranked owners for charts: the largest, all others as one, colors and percentage texts.

import { fixed, parseDecimal } from '#lib/format/decimal';
import { formatShares } from '#lib/format/shares';

type Exact = bigint | number | string;

/** One owner. `percent` in units 0–100, as the registry gave it. */
export type Slice = { id: string; label: string; shares: Exact; percent: Exact };

/** The exact sum of the rest. */
export type Others = Slice & { count: number };

export const hueCount = 8;

/** Full class names, so that the style sheet generator finds them. */
export const hueFill = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
  'var(--chart-7)',
  'var(--chart-8)',
] as const;

function sum(values: readonly Exact[]): string {
  const decimals = values.flatMap((value) => parseDecimal(String(value)) ?? []);
  const scale = Math.max(0, ...decimals.map((one) => one.scale));
  const digits = decimals.reduce((total, one) => total + one.digits * 10n ** BigInt(scale - one.scale), 0n);
  const { negative, text } = fixed({ digits, scale }, scale, scale);
  return `${negative ? '-' : ''}${text.replaceAll(',', '')}`;
}

/** The first `count` of a ranked list, and all others as one. A single remaining entry keeps its name. */
export function splitTop(
  ranked: readonly Slice[],
  count: number,
): { top: readonly Slice[]; others: Others | null } {
  if (ranked.length <= count + 1) return { top: ranked, others: null };
  const rest = ranked.slice(count);
  return {
    top: ranked.slice(0, count),
    others: {
      id: 'others',
      label: `${formatShares(rest.length)} others`,
      count: rest.length,
      shares: sum(rest.map((slice) => slice.shares)),
      percent: sum(rest.map((slice) => slice.percent)),
    },
  };
}

/** A bar longer than this many times any other would make the others too short to compare. */
const dominance = 4;

const size = (slice: Slice | undefined) => Number(slice?.percent ?? 0);

/** Whether the first of some bars needs a panel of its own, by their sizes. */
export const isDominant = ([first = 0, ...others]: readonly number[]): boolean =>
  others.length > 1 && first > dominance * Math.max(...others);

/** Whether all bars would have one length: a sentence then says more than a chart. */
export const areEqual = (rows: readonly Slice[]): boolean =>
  rows.length > 1 && rows.every((row) => size(row) === size(rows[0]));

/** Percent units as displayed, with four decimals. */
export function percentText(percent: Exact): string {
  const decimal = parseDecimal(typeof percent === 'number' ? percent.toFixed(8) : String(percent));
  return decimal ? `${fixed(decimal, 4, 4).text}%` : String(percent);
}
