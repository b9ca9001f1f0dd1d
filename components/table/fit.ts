'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the style sheet where on the page a table begins, so that its foot with the totals stays in the window without
 * scrolling. Read again when something comes or goes between the toolbar and the table.
 */
export function useFit(region: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const box = region.current;
    const frame = box?.parentElement;
    if (!box || !frame) return;
    const read = () => {
      const topPx = Math.round(box.getBoundingClientRect().top + window.scrollY);
      box.style.setProperty('--table-top', `${topPx}px`);
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(frame);
    return () => resized.disconnect();
  }, [region]);
}
