'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { type Fill, Legend, ReservedPattern } from './chart-fill.tsx';
import { ChartFrame } from './chart-frame.tsx';

const heightPx = 248;

// Recharts loads after the page; its height is reserved.
const Drawing = lazyComponent(
  () => import('./column-drawing.tsx').then((part) => part.ColumnDrawing),
  null,
  'when drawn',
);

/** A part of every column; at most eight have a color of their own. */
export type ColumnSeries = { id: string; label: string; fill: Fill };

export type ChartColumn = {
  id: string;
  /** Label in the table, short enough to fit below the column. */
  label: string;
  short: string;
  /** Sizes for the chart, one per series; null where there is none. */
  sizes: readonly (number | null)[];
  /** The same figures, exact, for the table. */
  texts: readonly string[];
  /** Level of the line at this column, when there is a line. */
  level?: { size: number | null; text: string };
  /** The column's total in the table. */
  total?: string;
};

type Props = {
  title: string;
  asOf?: string;
  note?: string;
  /** One sentence that describes the chart. */
  summary: string;
  /** What the columns stand for: 'Month'. */
  head: string;
  series: readonly ColumnSeries[];
  columns: readonly ChartColumn[];
  /** Name of the line over the columns. */
  line?: string;
  /** Name of the table's last column where columns have totals. */
  total?: string;
  /** A size as short text for the axis. */
  axisText: (size: number) => string;
};

/** Stacked columns over time or rank, with an optional line for a level. */
export function ColumnChart({
  title,
  asOf,
  note,
  summary,
  head,
  series,
  columns,
  line,
  total,
  axisText,
}: Props) {
  const entries = [...series, ...(line ? [{ id: 'line', label: line, line: true as const }] : [])];
  return (
    <ChartFrame
      title={title}
      asOf={asOf}
      note={note}
      summary={summary}
      table={{
        head: [head, ...series.map((one) => one.label), ...(total ? [total] : []), ...(line ? [line] : [])],
        rows: columns.map((one) => [
          one.label,
          ...one.texts,
          ...(total ? [one.total ?? ''] : []),
          ...(line ? [one.level?.text ?? ''] : []),
        ]),
      }}
    >
      <ReservedPattern />
      {entries.length > 1 && <Legend entries={entries} />}
      <div className="relative">
        {/* Reserves the height while the chart's code loads. An attribute: the CSP allows no inline style. */}
        <svg width="100%" height={heightPx} className="block print:hidden" aria-hidden="true" />
        <div className="absolute inset-0 print:static">
          <Drawing
            series={series}
            columns={columns}
            line={line !== undefined}
            axisText={axisText}
            heightPx={heightPx}
          />
        </div>
      </div>
    </ChartFrame>
  );
}
