'use client';

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { paint, strokeOf } from './chart-fill.tsx';
import type { ChartColumn, ColumnSeries } from './column-chart.tsx';

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
