'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Legend, ReservedPattern } from './chart-fill.tsx';
import { ChartFrame, ReservedHeight } from './chart-frame.tsx';
import type { ChartColumn, ColumnSeries } from './column-drawing.tsx';
import { lookEqual } from './look-equal.ts';

const heightPx = 248;

// Recharts loads after the page; its height is reserved.
const Drawing = lazyComponent(
  () => import('./column-drawing.tsx').then((part) => part.ColumnDrawing),
  null,
  'when drawn',
);
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

/** Stacked columns over time or rank, with an optional line for a level; columns that look equal are not drawn. */
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
      isDrawn={!lookEqual(columns)}
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
      <ReservedHeight px={heightPx}>
        <Drawing
          series={series}
          columns={columns}
          line={line !== undefined}
          axisText={axisText}
          heightPx={heightPx}
        />
      </ReservedHeight>
    </ChartFrame>
  );
}
