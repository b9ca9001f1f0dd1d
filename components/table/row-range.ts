'use client';

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Rows drawn: from `from` up to and without `to`. */
export type RowRange = { from: number; to: number };

const overscanRows = 12;
const serverHeightPx = 600;

/** The rows a region shows at `topPx`, with some to spare on both sides. */
export function rangeAt(topPx: number, heightPx: number, rowPx: number, count: number): RowRange {
  const rows = Math.ceil(heightPx / rowPx) + 1;
  const first = Math.max(0, Math.min(Math.floor(topPx / rowPx), count - rows));
  return { from: Math.max(0, first - overscanRows), to: Math.min(count, first + rows + overscanRows) };
}

/**
 * Range of rows to draw in a scrolling region whose rows are all equally high. `expectedRowPx` serves
 * the server and the first paint; then the drawn row is measured, as people enlarge their text.
 */
export function useRowRange(region: RefObject<HTMLElement | null>, count: number, expectedRowPx: number) {
  const [rowPx, setRowPx] = useState(expectedRowPx);
  const [at, setAt] = useState({ topPx: 0, heightPx: serverHeightPx });

  useLayoutEffect(() => {
    const row = region.current?.querySelector('tbody tr[aria-rowindex]');
    const drawnPx = row?.getBoundingClientRect().height || expectedRowPx;
    if (Math.abs(rowPx - drawnPx) > 0.25) setRowPx(drawnPx);
  });

  useEffect(() => {
    const box = region.current;
    if (!box) return;
    // Whole rows only: scrolling by a few pixels must not draw anything anew.
    const read = () => {
      const topPx = Math.floor(box.scrollTop / rowPx) * rowPx;
      const heightPx = box.clientHeight || serverHeightPx;
      setAt((before) =>
        before.topPx === topPx && before.heightPx === heightPx ? before : { topPx, heightPx },
      );
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(box);
    box.addEventListener('scroll', read, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', read);
    };
  }, [region, rowPx]);

  return { ...rangeAt(at.topPx, at.heightPx, rowPx, count), rowPx };
}
