'use client';

import { Cell, Pie, PieChart, ResponsiveContainer } from 'recharts';
import { Hatch, hatchFill } from './hatch.tsx';
import { hueFill, percentText, type Slice } from './slices.ts';

const fillOf = (row: Slice, index: number) =>
  row.id === 'others' ? hatchFill : (hueFill[index] ?? 'var(--chart-rest)');

/** A ring with a numbered legend: number, name and exact percentage, so that no color has to be recognized. */
export function OwnershipDonut({ rows }: { rows: readonly Slice[] }) {
  const data = rows.map((row) => ({ ...row, size: Number(row.percent) }));
  return (
    <div className="flex h-full items-center gap-6 max-sm:gap-3">
      <div className="h-full w-64 shrink-0 max-sm:w-32">
        <ResponsiveContainer width="100%" height="100%">
          <PieChart accessibilityLayer={false}>
            <Hatch />
            <Pie
              data={data}
              dataKey="size"
              nameKey="label"
              innerRadius="58%"
              outerRadius="96%"
              startAngle={90}
              endAngle={-270}
              stroke="var(--raised)"
              strokeWidth={1.5}
              isAnimationActive={false}
            >
              {data.map((row, index) => (
                <Cell key={row.id} fill={fillOf(row, index)} />
              ))}
            </Pie>
          </PieChart>
        </ResponsiveContainer>
      </div>
      <ol className="min-w-0 flex-1 text-sm">
        {rows.map((row, index) => (
          <li key={row.id} className="flex items-center gap-2 border-b border-line py-0.5 last:border-0">
            <svg viewBox="0 0 12 12" className="size-3 shrink-0" aria-hidden="true">
              <rect width="12" height="12" rx="2" fill={fillOf(row, index)} />
            </svg>
            <span className="min-w-0 flex-1 truncate" title={row.label}>
              {row.label}
            </span>
            <span>{percentText(row.percent)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
