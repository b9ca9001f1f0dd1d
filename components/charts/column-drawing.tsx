// Draws a stacked column chart with Recharts; loaded on demand by column-chart.tsx.

'use client';

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Fill } from './chart-fill.tsx';
import { paint, strokeOf } from './chart-fill.tsx';

type Props = {
  series: readonly ColumnSeries[];
  columns: readonly ChartColumn[];
  line: boolean;
  axisText: (size: number) => string;
  heightPx: number;
};

const tick = { fontSize: 12, fill: 'var(--muted)' };

/** The level line has an edge in the background color, so that it is visible over the columns. */
const levelStrokes = [
  { stroke: 'var(--surface)', strokeWidth: 4 },
  { stroke: 'var(--ink)', strokeWidth: 1.5, strokeDasharray: '5 3' },
] as const;

/** The chart: columns from zero, light grid lines, no animation. */
export function ColumnDrawing({ series, columns, line, axisText, heightPx }: Props) {
  const data = columns.map((column) => ({
    name: column.short,
    level: column.level?.size ?? null,
    ...Object.fromEntries(column.sizes.map((size, index) => [`s${index}`, size])),
  }));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <ComposedChart
        data={data}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        barCategoryGap="24%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--rule)' }}
          interval="equidistantPreserveStart"
        />
        <YAxis
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickFormatter={axisText}
          width={56}
          tickCount={5}
        />
        {series.map((one, index) => (
          <Bar
            key={one.id}
            dataKey={`s${index}`}
            stackId="column"
            fill={paint(one.fill)}
            stroke={one.fill === 'reserved' ? 'var(--chart-2)' : strokeOf(one.fill)}
            maxBarSize={56}
            isAnimationActive={false}
          />
        ))}
        {line &&
          levelStrokes.map((stroke) => (
            <Line
              key={stroke.stroke}
              dataKey="level"
              type="linear"
              {...stroke}
              dot={false}
              isAnimationActive={false}
            />
          ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

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
