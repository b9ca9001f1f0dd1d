'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { savedRow, saveRow } from './saved-scroll.ts';
import { follow, type ScrollPosition, scaleOf, scrollPositionOf } from './scroll-scale.ts';

/** Rows rendered: from `from` up to, but not including, `to`. */
export type RowRange = { from: number; to: number };

const overscanRows = 12;
const serverHeightPx = 600;

/** The rows visible at `topPx`, with some more on both sides. */
export function rangeAt(topPx: number, heightPx: number, rowPx: number, count: number): RowRange {
  const rows = Math.ceil(heightPx / rowPx) + 1;
  const first = Math.max(0, Math.min(Math.floor(topPx / rowPx), count - rows));
  return { from: Math.max(0, first - overscanRows), to: Math.min(count, first + rows + overscanRows) };
}

/** The rendered rows and the empty heights above and below, which add up to the scrollable height. */
export type DrawnRange = RowRange & {
  /** Height of a row. */
  rowPx: number;
  abovePx: number;
  belowPx: number;
  /** Scrolls only as far as needed to show a row; header and footer cover `framePx`. */
  reveal: (index: number, framePx: number) => void;
};

/**
 * Range of rows to render in a scrolling region with rows of equal height. `expectedRowPx` is used on the
 * server and in the first paint; then the row is measured, because users change the text size. After Back the
 * table `name` shows the rows that it was left at.
 */
export function useRowRange(
  region: RefObject<HTMLElement | null>,
  count: number,
  expectedRowPx: number,
  name: string,
): DrawnRange {
  const [rowPx, setRowPx] = useState(expectedRowPx);
  const [at, setAt] = useState({ shiftPx: 0, topPx: 0, heightPx: serverHeightPx });
  const position = useRef<ScrollPosition>({ scrollTopPx: 0, shiftPx: 0 });
  // The row to come back to, until the user scrolls: the height of rows is measured later, and rows may arrive.
  const left = useRef<{ row: number | null; topPx: number } | null>(null);
  const scale = useMemo(() => scaleOf(count * rowPx), [count, rowPx]);

  const measure = useCallback(() => {
    const row = region.current?.querySelector('tbody tr[aria-rowindex]');
    const drawnPx = row?.getBoundingClientRect().height || expectedRowPx;
    setRowPx((before) => (Math.abs(before - drawnPx) > 0.25 ? drawnPx : before));
  }, [region, expectedRowPx]);
  useLayoutEffect(measure);

  useEffect(() => {
    const box = region.current;
    if (!box) return;
    const read = () => {
      const heightPx = box.clientHeight || serverHeightPx;
      const next = follow(position.current, box.scrollTop, heightPx, scale);
      const shifted = next.shiftPx !== position.current.shiftPx;
      position.current = next;
      // Rounded to whole rows: scrolling by a few pixels must not render again.
      const topPx = Math.floor((next.scrollTopPx + next.shiftPx) / rowPx) * rowPx;
      const draw = () =>
        setAt((before) =>
          before.topPx === topPx && before.heightPx === heightPx && before.shiftPx === next.shiftPx
            ? before
            : { topPx, heightPx, shiftPx: next.shiftPx },
        );
      if (!shifted) return draw();
      // Rows and scroll position must change together, before the next frame.
      flushSync(draw);
      if (Math.abs(box.scrollTop - next.scrollTopPx) >= 1) box.scrollTop = next.scrollTopPx;
    };
    left.current ??= { row: savedRow(name), topPx: 0 };
    if (left.current.row !== null) {
      position.current = scrollPositionOf(Math.round(left.current.row * rowPx), scale);
      box.scrollTop = position.current.scrollTopPx;
      left.current.topPx = box.scrollTop;
    }
    read();
    const scrolled = () => {
      read();
      if (left.current && Math.abs(box.scrollTop - left.current.topPx) > 1) left.current.row = null;
      saveRow(name, (position.current.scrollTopPx + position.current.shiftPx) / rowPx);
    };
    const resized = new ResizeObserver(read);
    resized.observe(box);
    // The person chose other rows, or another text size.
    const grown = new ResizeObserver(measure);
    if (box.firstElementChild) grown.observe(box.firstElementChild);
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      resized.disconnect();
      grown.disconnect();
      box.removeEventListener('scroll', scrolled);
    };
  }, [region, rowPx, scale, measure, name]);

  const range = rangeAt(at.topPx, at.heightPx, rowPx, count);
  // With fewer rows than before, the previous shift would lead beyond the end.
  const shiftPx = Math.min(at.shiftPx, scale.realPx - scale.scrollPx);
  const from = Math.max(range.from, Math.ceil(shiftPx / rowPx));
  const abovePx = from * rowPx - shiftPx;
  const to = Math.max(from, range.to);
  const belowPx = Math.max(0, scale.scrollPx - abovePx - (to - from) * rowPx);

  const reveal = (index: number, framePx: number) => {
    const box = region.current;
    if (!box) return;
    const nowPx = position.current.scrollTopPx + position.current.shiftPx;
    const seenPx = Math.max(rowPx, (box.clientHeight || serverHeightPx) - framePx);
    const targetPx = Math.min(Math.max(nowPx, (index + 1) * rowPx - seenPx), index * rowPx);
    if (targetPx === nowPx) return;
    const next = scrollPositionOf(targetPx, scale);
    position.current = next;
    flushSync(() =>
      setAt({ shiftPx: next.shiftPx, topPx: Math.floor(targetPx / rowPx) * rowPx, heightPx: at.heightPx }),
    );
    box.scrollTop = next.scrollTopPx;
  };
  return { rowPx, from, to, abovePx, belowPx, reveal };
}
