'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { setVariables } from './variables.ts';

/**
 * Tells the style sheet where on the page a table begins and how high its frame and a row are, so that its foot with
 * the totals stays in the window without scrolling and whole rows stand between head and foot. Read again when something
 * comes or goes between the toolbar and the table, and when the rows get another height.
 */
export function useFit(region: RefObject<HTMLElement | null>, density: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of a row follows the density
  useLayoutEffect(() => {
    const box = region.current;
    const frame = box?.parentElement;
    if (!box || !frame) return;
    const heightOf = (part: string) => box.querySelector(part)?.getBoundingClientRect().height ?? 0;
    const read = () => {
      const topPx = Math.round(box.getBoundingClientRect().top + window.scrollY);
      // Borders, and a scroll bar that takes room.
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
    // Totals come once every row is here.
    if (box.firstElementChild) resized.observe(box.firstElementChild);
    return () => resized.disconnect();
  }, [region, density]);
}
