'use client';

import { formatShares } from '#lib/format/shares';
import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { BarPanels } from './bar-panels.tsx';
import { ChartFrame, ReservedHeight } from './chart-frame.tsx';
import { areEqual, hueCount, isDominant, percentText, type Slice, splitTop } from './slices.ts';

const barPx = 26;
const donutPx = 264;

// Recharts is about 90 kB: it loads after the page, and its height is reserved.
const Bars = lazyComponent(
  () => import('./ownership-bars.tsx').then((part) => part.OwnershipBars),
  null,
  'when drawn',
);
const Donut = lazyComponent(
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
  /** Number of owners with a shape of their own; at most eight in a donut. */
  top?: number;
  /** Total of the class or issuer, for the last line of the table. */
  total?: Pick<Slice, 'shares' | 'percent'>;
  note?: string;
};

/** Ownership: the largest owners by name, the rest as one hatched grey shape. */
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
  if (kind === 'bar' && first && areEqual(rows))
    return (
      <p>
        {title}: each of the {formatShares(rows.length)} has {percentText(first.percent)} of outstanding.
      </p>
    );
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
      {kind === 'donut' ? (
        <ReservedHeight px={donutPx}>
          <Donut rows={rows} />
        </ReservedHeight>
      ) : (
        <BarPanels
          measure="Percent of outstanding"
          rows={rows}
          rowPx={barPx}
          isSplit={isDominant(rows.map((row) => Number(row.percent)))}
          others="the other holders"
          draw={(part, heightPx, endPercent) => <Bars rows={part} {...{ heightPx, endPercent }} />}
        />
      )}
    </ChartFrame>
  );
}
