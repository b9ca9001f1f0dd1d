'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Legend, ReservedPattern } from './chart-fill.tsx';
import { ChartFrame } from './chart-frame.tsx';

const rowPx = 34;

const Drawing = lazyComponent(
  () => import('./paired-drawing.tsx').then((part) => part.PairedDrawing),
  null,
  'when drawn',
);

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
  const heightPx = drawn.length * rowPx + 12;
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
      <div className="relative">
        {/* Reserves the height while the chart's code loads. An attribute: the CSP allows no inline style. */}
        <svg width="100%" height={heightPx} className="block print:hidden" aria-hidden="true" />
        <div className="absolute inset-0 print:static">
          <Drawing rows={drawn} heightPx={heightPx} />
        </div>
      </div>
    </ChartFrame>
  );
}
