'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { BarPanels } from './bar-panels.tsx';
import { Legend, ReservedPattern } from './chart-fill.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { PairedRow } from './paired-drawing.tsx';
import { isDominant } from './slices.ts';

const rowPx = 34;

const Drawing = lazyComponent(
  () => import('./paired-drawing.tsx').then((part) => part.PairedDrawing),
  null,
  'when drawn',
);
type Props = {
  title: string;
  asOf?: string;
  note?: string;
  summary: string;
  head: readonly string[];
  before: string;
  after: string;
  reserved: string;
  rows: readonly PairedRow[];
  foot?: readonly string[];
};

/**
 * Two bars per name: percentage of outstanding and of fully diluted shares; reserves are hatched in their own
 * color.
 */
export function PairedChart({
  title,
  asOf,
  note,
  summary,
  head,
  before,
  after,
  reserved,
  rows,
  foot,
}: Props) {
  const drawn = rows.filter((row) => row.drawn);
  return (
    <ChartFrame
      title={title}
      asOf={asOf}
      note={note}
      summary={summary}
      table={{ head, rows: rows.map((row) => [row.label, ...row.texts]), foot }}
    >
      <ReservedPattern />
      <Legend
        entries={[
          { id: 'before', label: before, fill: 'outline' },
          { id: 'after', label: after, fill: 0 },
          ...(rows.some((row) => row.reserved)
            ? [{ id: 'reserved', label: reserved, fill: 'reserved' as const }]
            : []),
        ]}
      />
      <BarPanels
        measure="Percent"
        rows={drawn}
        rowPx={rowPx}
        isSplit={isDominant(drawn.map(({ before, after }) => Math.max(Number(before), Number(after))))}
        others="the other holders and reserves"
        draw={(part, heightPx, endPercent) => <Drawing rows={part} {...{ heightPx, endPercent }} />}
      />
    </ChartFrame>
  );
}
