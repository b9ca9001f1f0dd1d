// Ranked bars in one panel, or in two with scales of their own.

import type { ReactNode } from 'react';
import { axisPx } from './axes.ts';
import { ReservedHeight } from './chart-frame.tsx';

type Props<Row> = {
  /** What the axis measures: 'Percent of outstanding'. */
  measure: string;
  rows: readonly Row[];
  rowPx: number;
  /** The first row gets a panel of its own, so that the others stay long enough to compare. */
  isSplit: boolean;
  /** What the second panel shows: 'the other holders'. */
  others: string;
  /** Without `endPercent` the axis ends at the largest bar. */
  draw: (rows: readonly Row[], heightPx: number, endPercent?: number) => ReactNode;
};

/** Panels of ranked bars; each says what its axis measures and, where there are two, its scale. */
export function BarPanels<Row extends { id: string }>(props: Props<Row>) {
  const { measure, rows, rowPx, isSplit, others, draw } = props;
  const panels = isSplit ? [rows.slice(0, 1), rows.slice(1)] : [rows];
  return panels.map((part, index) => {
    const heightPx = part.length * rowPx + axisPx + 8;
    const scale = index === 0 ? 'scale to 100%' : `${others} on a larger scale`;
    return (
      <div key={part[0]?.id} className={index > 0 ? 'mt-3 border-t border-dashed border-rule pt-2' : ''}>
        <p className="text-xs text-muted">
          {measure}
          {isSplit && `, ${scale}`}
        </p>
        <ReservedHeight px={heightPx}>
          {draw(part, heightPx, isSplit && index === 0 ? 100 : undefined)}
        </ReservedHeight>
      </div>
    );
  });
}
