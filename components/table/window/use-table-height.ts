'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { setVariables } from '../layout/variables.ts';

/**
 * Sets CSS variables for the table's position on the page and the heights of its frame and rows, so that the
 * totals stay in the window and only whole rows are visible. Measured again when content between toolbar and
 * table changes, and when the row height changes.
 */
export function useTableHeight(region: RefObject<HTMLElement | null>, density: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row height follows the density
  useLayoutEffect(() => {
    const box = region.current;
    const frame = box?.parentElement;
    if (!box || !frame) return;
    const heightOf = (part: string) => box.querySelector(part)?.getBoundingClientRect().height ?? 0;
    const read = () => {
      const topPx = Math.round(box.getBoundingClientRect().top + window.scrollY);
      // Borders, and a scroll bar that takes width or height.
      const edgesPx = box.offsetHeight - box.clientHeight;
      const rowPx = heightOf('tbody tr[aria-rowindex]');
      setVariables(box, {
        '--table-top': `${topPx}px`,
        '--table-frame': `${heightOf('thead') + heightOf('tfoot') + edgesPx}px`,
        ...(rowPx > 0 ? { '--table-row': `${rowPx}px` } : {}),
      });
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(frame);
    // Totals appear once every row is loaded.
    if (box.firstElementChild) resized.observe(box.firstElementChild);
    return () => resized.disconnect();
  }, [region, density]);
}
