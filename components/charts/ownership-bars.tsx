'use client';

import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { percentAxis } from './axes.ts';
import { Hatch, hatchFill } from './hatch.tsx';
import { NameTick, nameLengthMax, type TickProps, useNameWidth } from './name-tick.tsx';
import { percentText, type Slice } from './slices.ts';

type Props = {
  rows: readonly Slice[];
  heightPx: number;
  /** End of the axis in percent; without it, the largest bar's. */
  endPercent?: number;
};

/**
 * Ranked bars with the name before and the exact percentage after each: no legend or color code needed. The axis
 * says its scale, because two panels of one chart may differ in it.
 */
export function OwnershipBars({ rows, heightPx, endPercent }: Props) {
  const widthPx = useNameWidth();
  const lengthMax = nameLengthMax(widthPx);
  const data = rows.map((row) => ({ ...row, size: Number(row.percent), text: percentText(row.percent) }));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 4, right: 72, bottom: 4, left: 0 }}
        barCategoryGap="22%"
        accessibilityLayer={false}
      >
        <Hatch />
        <XAxis {...percentAxis(endPercent)} />
        <YAxis
          type="category"
          dataKey="label"
          width={widthPx}
          tickLine={false}
          axisLine={{ stroke: 'var(--rule)' }}
          interval={0}
          tick={(props: TickProps) => <NameTick {...props} lengthMax={lengthMax} />}
        />
        <Bar dataKey="size" isAnimationActive={false} minPointSize={1}>
          {data.map((row) => (
            <Cell key={row.id} fill={row.id === 'others' ? hatchFill : 'var(--chart-1)'} />
          ))}
          <LabelList dataKey="text" position="right" fontSize={12} fill="var(--ink)" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
