'use client';

import { later } from '@/components/ui/later';
import { type Fill, Legend, ReservedPattern } from './chart-fill.tsx';
import { ChartFrame } from './chart-frame.tsx';

const heightPx = 248;

// Recharts arrives after the page, into a place that is already held open.
const Drawing = later(
  () => import('./column-drawing.tsx').then((part) => part.ColumnDrawing),
  null,
  'when drawn',
);

/** A part of every column; at most eight have a hue of their own. */
export type ColumnSeries = { id: string; label: string; fill: Fill };

export type ChartColumn = {
  id: string;
  /** As the table says it, and as there is room for below the column. */
  label: string;
  short: string;
  /** Sizes for the drawing, one per series; null where there is none. */
  sizes: readonly (number | null)[];
  /** The same, exact, for the table. */
  texts: readonly string[];
  /** The level of the line at this column, when there is a line. */
  level?: { size: number | null; text: string };
  /** The whole column in the table. */
  total?: string;
};

type Props = {
  title: string;
  asOf?: string;
  note?: string;
  /** One sentence that says what the picture shows. */
  summary: string;
  /** What the columns are: 'Month'. */
  head: string;
  series: readonly ColumnSeries[];
  columns: readonly ChartColumn[];
  /** Names the line that is drawn over the columns. */
  line?: string;
  /** Names the last column of the table where columns carry totals. */
  total?: string;
  /** A size as the axis has room for it. */
  axisText: (size: number) => string;
};

/** Stacked columns over time or rank, with a level drawn across them where there is one. */
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
        {/* Holds the height before the drawing code is there; attributes, as the page allows no inline style. */}
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
