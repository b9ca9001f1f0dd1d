// Draws the grouped bars of paired-chart.tsx with Recharts; loaded on demand.

'use client';

import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { percentAxis } from './axes.ts';
import { paint } from './chart-fill.tsx';
import { NameTick, nameLengthMax, type TickProps, useNameWidth } from './name-tick.tsx';
import { percentText } from './slices.ts';

const size = (percent: string | null) => (percent === null ? null : Number(percent));
const text = (percent: string | null) => (percent === null ? '' : percentText(percent));

type Props = {
  rows: readonly PairedRow[];
  heightPx: number;
  /** End of the axis in percent; without it, the largest bar's. */
  endPercent?: number;
};

/** Grouped bars, the name before and the exact percentage after each. */
export function PairedDrawing({ rows, heightPx, endPercent }: Props) {
  const widthPx = useNameWidth();
  const lengthMax = nameLengthMax(widthPx);
  const data = rows.map((row) => ({
    ...row,
    name: row.short ?? row.label,
    first: size(row.before),
    second: size(row.after),
    firstText: text(row.before),
    secondText: text(row.after),
  }));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 4, right: 72, bottom: 4, left: 0 }}
        barCategoryGap="16%"
        barGap={1}
        accessibilityLayer={false}
      >
        <XAxis {...percentAxis(endPercent)} />
        <YAxis
          type="category"
          dataKey="name"
          width={widthPx}
          tickLine={false}
          axisLine={{ stroke: 'var(--rule)' }}
          interval={0}
          tick={(props: TickProps) => <NameTick {...props} lengthMax={lengthMax} />}
        />
        <Bar
          dataKey="first"
          fill="var(--raised)"
          stroke="var(--chart-1)"
          isAnimationActive={false}
          minPointSize={1}
        >
          <LabelList dataKey="firstText" position="right" fontSize={11} fill="var(--muted)" />
        </Bar>
        <Bar dataKey="second" isAnimationActive={false} minPointSize={1}>
          {data.map((row) => (
            <Cell
              key={row.id}
              fill={paint(row.reserved ? 'reserved' : 0)}
              stroke={row.reserved ? 'var(--chart-2)' : 'none'}
            />
          ))}
          <LabelList dataKey="secondText" position="right" fontSize={11} fill="var(--ink)" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

/** One name with its percentage before and after, as exact text in percent units; null where there is none. */
export type PairedRow = {
  id: string;
  label: string;
  /** Short name for narrow charts; default: the label. */
  short?: string;
  before: string | null;
  after: string | null;
  reserved: boolean;
  /** False for rows shown only in the table. */
  drawn: boolean;
  /** Formatted for the table: shares and both percentages. */
  texts: readonly string[];
};
