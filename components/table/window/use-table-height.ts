'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { setVariables } from '../layout/variables.ts';

/** With more below the table the page scrolls anyway. */
const belowMaxPx = 176;

/** Height of what follows the table on its page, to the end of the page; null where there is much of it. */
function belowPx(box: HTMLElement): number | null {
  const main = box.closest('main');
  const content = main?.firstElementChild;
  if (!main || !content) return null;
  const end = Math.max(...[...content.children].map((part) => part.getBoundingClientRect().bottom));
  const foot = main.lastElementChild;
  const footPx =
    foot && foot !== content
      ? foot.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(foot).marginTop)
      : 0;
  const edgePx = Number.parseFloat(getComputedStyle(main).paddingBottom);
  const allPx = Math.ceil(end - box.getBoundingClientRect().bottom + footPx + edgePx);
  return allPx > 0 && allPx <= belowMaxPx ? allPx : null;
}

/**
 * Sets CSS variables for the table's place on the page and the heights of its frame and rows, so that the totals
 * stay in the window, only whole rows are visible, and a page that is little more than its table has no scroll bar
 * of its own. Measured again when the content around the table changes, and when the row height changes.
 */
export function useTableHeight(region: RefObject<HTMLElement | null>) {
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
        '--table-below': `${belowPx(box) ?? 16}px`,
        '--table-frame': `${heightOf('thead') + heightOf('tfoot') + edgesPx}px`,
        ...(rowPx > 0 ? { '--table-row': `${rowPx}px` } : {}),
      });
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(frame);
    // Totals appear once every row is loaded.
    if (box.firstElementChild) resized.observe(box.firstElementChild);
    const content = box.closest('main')?.firstElementChild;
    if (content) resized.observe(content);
    return () => resized.disconnect();
  }, [region]);
}
