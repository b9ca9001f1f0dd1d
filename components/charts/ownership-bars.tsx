'use client';

import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { Hatch, hatchFill } from './hatch.tsx';
import { percentText, type Slice } from './slices.ts';

// Registrations are in capitals: about 8.5 px a letter at this size.
const letterPx = 8.5;
const nameGapPx = 10;

/** Room for the names: a third of a phone, up to forty letters on a wide window. */
function nameWidthPx(windowPx: number): number {
  if (windowPx < 640) return 116;
  return windowPx < 1200 ? 214 : 350;
}

const shorten = (name: string, max: number) => (name.length > max ? `${name.slice(0, max - 1)}…` : name);

type TickProps = { x?: number | string; y?: number | string; payload?: { value: string } };

function Name({ x, y, payload, lengthMax }: TickProps & { lengthMax: number }) {
  return (
    <text x={Number(x) - 4} y={y} dy={4} textAnchor="end" fontSize={12} fill="var(--ink)">
      {shorten(payload?.value ?? '', lengthMax)}
    </text>
  );
}

/** Ranked bars with the name before and the exact percentage after each: no legend, no colour to decode. */
export function OwnershipBars({ rows, heightPx }: { rows: readonly Slice[]; heightPx: number }) {
  const widthPx = nameWidthPx(window.innerWidth);
  const lengthMax = Math.floor((widthPx - nameGapPx) / letterPx);
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
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis
          type="category"
          dataKey="label"
          width={widthPx}
          tickLine={false}
          axisLine={{ stroke: 'var(--rule)' }}
          interval={0}
          tick={(props: TickProps) => <Name {...props} lengthMax={lengthMax} />}
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
