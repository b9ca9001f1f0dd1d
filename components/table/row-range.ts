'use client';

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { follow, type Place, placeOf, scaleOf } from './scroll-scale.ts';

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

/** The drawn rows and the empty heights above and below them, which together fill the scrollable height. */
export type DrawnRange = RowRange & {
  abovePx: number;
  belowPx: number;
  /** Scrolls as little as needed to show a row; `framePx` is covered by header and footer. */
  reveal: (index: number, framePx: number) => void;
};

/**
 * Range of rows to draw in a scrolling region whose rows are all equally high. `expectedRowPx` serves
 * the server and the first paint; then the drawn row is measured, as people enlarge their text.
 */
export function useRowRange(
  region: RefObject<HTMLElement | null>,
  count: number,
  expectedRowPx: number,
): DrawnRange {
  const [rowPx, setRowPx] = useState(expectedRowPx);
  const [at, setAt] = useState({ shiftPx: 0, topPx: 0, heightPx: serverHeightPx });
  const place = useRef<Place>({ scrollTopPx: 0, shiftPx: 0 });
  const scale = useMemo(() => scaleOf(count * rowPx), [count, rowPx]);

  useLayoutEffect(() => {
    const row = region.current?.querySelector('tbody tr[aria-rowindex]');
    const drawnPx = row?.getBoundingClientRect().height || expectedRowPx;
    if (Math.abs(rowPx - drawnPx) > 0.25) setRowPx(drawnPx);
  });

  useEffect(() => {
    const box = region.current;
    if (!box) return;
    const read = () => {
      const heightPx = box.clientHeight || serverHeightPx;
      const next = follow(place.current, box.scrollTop, heightPx, scale);
      const shifted = next.shiftPx !== place.current.shiftPx;
      place.current = next;
      // Whole rows only: scrolling by a few pixels must not draw anything anew.
      const topPx = Math.floor((next.scrollTopPx + next.shiftPx) / rowPx) * rowPx;
      const draw = () =>
        setAt((before) =>
          before.topPx === topPx && before.heightPx === heightPx && before.shiftPx === next.shiftPx
            ? before
            : { topPx, heightPx, shiftPx: next.shiftPx },
        );
      if (!shifted) return draw();
      // Rows and position change their meaning together, before the next frame.
      flushSync(draw);
      if (Math.abs(box.scrollTop - next.scrollTopPx) >= 1) box.scrollTop = next.scrollTopPx;
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(box);
    box.addEventListener('scroll', read, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', read);
    };
  }, [region, rowPx, scale]);

  const range = rangeAt(at.topPx, at.heightPx, rowPx, count);
  // Fewer rows than a moment ago: the shift of then would lead beyond them.
  const shiftPx = Math.min(at.shiftPx, scale.realPx - scale.scrollPx);
  const from = Math.max(range.from, Math.ceil(shiftPx / rowPx));
  const abovePx = from * rowPx - shiftPx;
  const to = Math.max(from, range.to);
  const belowPx = Math.max(0, scale.scrollPx - abovePx - (to - from) * rowPx);

  const reveal = (index: number, framePx: number) => {
    const box = region.current;
    if (!box) return;
    const nowPx = place.current.scrollTopPx + place.current.shiftPx;
    const seenPx = Math.max(rowPx, (box.clientHeight || serverHeightPx) - framePx);
    const wantedPx = Math.min(Math.max(nowPx, (index + 1) * rowPx - seenPx), index * rowPx);
    if (wantedPx === nowPx) return;
    const target = placeOf(wantedPx, scale);
    place.current = target;
    flushSync(() =>
      setAt({ shiftPx: target.shiftPx, topPx: Math.floor(wantedPx / rowPx) * rowPx, heightPx: at.heightPx }),
    );
    box.scrollTop = target.scrollTopPx;
  };
  return { from, to, abovePx, belowPx, reveal };
}
