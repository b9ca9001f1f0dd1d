'use client';

import { useEffect, useState } from 'react';

const usualTextPx = 16;

/** How much larger than usual the person's text is; column widths follow it, as they are given in px. */
export function useTextScale() {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (rootPx > 0) setScale(rootPx / usualTextPx);
  }, []);
  return scale;
}
