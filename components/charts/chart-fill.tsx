// Fills of chart shapes, the hatching of reserved shares, and the legend of a chart.

import { HatchPattern } from './hatch.tsx';
import { hueFill } from './slices.ts';

/** A color by its number (grey after eight), the rest, reserved shares, or an outline without fill. */
export type Fill = number | 'rest' | 'reserved' | 'outline';

/**
 * Fill of a shape. Reserved shares differ by pattern as well as by color, so that print and grayscale show
 * them.
 */
export function paint(fill: Fill): string {
  if (fill === 'reserved') return 'url(#chart-reserved)';
  if (fill === 'outline') return 'var(--raised)';
  return fill === 'rest' ? 'var(--chart-rest)' : (hueFill[fill] ?? 'var(--chart-rest)');
}

export const strokeOf = (fill: Fill) => (fill === 'outline' ? 'var(--chart-1)' : 'none');

/** The hatching for reserved shares; once in each chart that uses it. */
export const ReservedPattern = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    <HatchPattern id="chart-reserved" stroke="var(--chart-2)" />
  </svg>
);

type Entry = { id: string; label: string; fill: Fill } | { id: string; label: string; line: true };

/** Legend above the chart; the data table repeats the names. */
export const Legend = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
    {entries.map((entry) => (
      <li key={entry.id} className="flex items-center gap-1.5">
        <svg viewBox="0 0 12 12" className="size-3 shrink-0" aria-hidden="true">
          {'line' in entry ? (
            <path d="M0 6h12" stroke="var(--ink)" strokeWidth="2" strokeDasharray="4 2" />
          ) : (
            <rect
              x="0.5"
              y="0.5"
              width="11"
              height="11"
              fill={paint(entry.fill)}
              stroke={entry.fill === 'reserved' ? 'var(--chart-2)' : strokeOf(entry.fill)}
            />
          )}
        </svg>
        {entry.label}
      </li>
    ))}
  </ul>
);
