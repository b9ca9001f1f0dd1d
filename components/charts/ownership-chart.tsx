'use client';

import { formatShares } from '#lib/format/shares';
import { later } from '@/components/ui/later';
import { ChartFrame } from './chart-frame.tsx';
import { hueCount, percentText, type Slice, splitTop } from './slices.ts';

const barPx = 26;
const donutPx = 264;

// Recharts weighs about 90 kB: it arrives after the page, into a place that is already held open.
const Bars = later(
  () => import('./ownership-bars.tsx').then((part) => part.OwnershipBars),
  null,
  'when drawn',
);
const Donut = later(
  () => import('./ownership-donut.tsx').then((part) => part.OwnershipDonut),
  null,
  'when drawn',
);

export type OwnershipChartProps = {
  title: string;
  asOf?: string;
  /** Owners, largest first. */
  owners: readonly Slice[];
  kind?: 'bar' | 'donut';
  /** How many owners get a mark of their own; a donut never more than eight. */
  top?: number;
  /** Whole of the class or issuer, for the foot of the table. */
  total?: Pick<Slice, 'shares' | 'percent'>;
  note?: string;
};

/** Who owns how much: the largest owners by name, the rest as one hatched grey mark. */
export function OwnershipChart({
  title,
  asOf,
  owners,
  kind = 'bar',
  top = 10,
  total,
  note,
}: OwnershipChartProps) {
  const parts = splitTop(owners, kind === 'donut' ? Math.min(top, hueCount) : top);
  const rows = parts.others ? [...parts.top, parts.others] : parts.top;
  const first = rows[0];
  const heightPx = kind === 'donut' ? donutPx : rows.length * barPx + 8;
  return (
    <ChartFrame
      title={title}
      asOf={asOf}
      note={note}
      summary={
        first
          ? `${title}. Largest: ${first.label}, ${percentText(first.percent)}. The table below has every figure.`
          : `${title}. No owners.`
      }
      table={{
        head: ['Owner', 'Shares', 'Percent'],
        rows: rows.map((row) => [row.label, formatShares(row.shares), percentText(row.percent)]),
        foot: total && ['Total', formatShares(total.shares), percentText(total.percent)],
      }}
    >
      <div className="relative">
        {/* Holds the height before the drawing code is there; attributes, as the page allows no inline style. */}
        <svg width="100%" height={heightPx} className="block print:hidden" aria-hidden="true" />
        <div className="absolute inset-0 print:static">
          {kind === 'donut' ? <Donut rows={rows} /> : <Bars rows={rows} heightPx={heightPx} />}
        </div>
      </div>
    </ChartFrame>
  );
}
