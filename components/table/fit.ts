'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the style sheet where on the page a table begins, so that its foot with the totals stays in the window without
 * scrolling. Read again when what stands above may have changed.
 */
export function useFit(region: RefObject<HTMLElement | null>, changed: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is the reason to measure
  useLayoutEffect(() => {
    const box = region.current;
    if (!box) return;
    const topPx = Math.round(box.getBoundingClientRect().top + window.scrollY);
    box.style.setProperty('--table-top', `${topPx}px`);
  }, [region, changed]);
}
