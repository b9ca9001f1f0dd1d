'use client';

import { useEffect, useState } from 'react';

export type Density = 'regular' | 'compact';

/** What stays on this device per table: it is about this screen, not about the view. */
export type Layout = {
  cols: readonly string[] | null;
  widths: Readonly<Record<string, number>>;
  density: Density;
  /** How many of the first columns stay in sight when the table scrolls sideways. */
  pinned: number;
};

/** More would leave no room for what scrolls. */
export const pinnedMax = 3;

const plainLayout: Layout = { cols: null, widths: {}, density: 'regular', pinned: 1 };
const keyOf = (tableId: string) => `sharebook-table-${tableId}`;

function load(tableId: string): Layout {
  try {
    const text = localStorage.getItem(keyOf(tableId));
    if (text === null) return plainLayout;
    const kept: Partial<Layout> = JSON.parse(text);
    return {
      cols: Array.isArray(kept.cols) ? kept.cols.filter((id) => typeof id === 'string') : null,
      widths: kept.widths && typeof kept.widths === 'object' ? kept.widths : {},
      density: kept.density === 'compact' ? 'compact' : 'regular',
      pinned: Number.isInteger(kept.pinned) ? Math.max(0, Math.min(pinnedMax, kept.pinned ?? 1)) : 1,
    };
  } catch {
    return plainLayout;
  }
}

/** Layout from this device. The first paint is the plain one, as the server drew it. */
export function useKeptLayout(tableId: string) {
  const [layout, setLayout] = useState(plainLayout);
  useEffect(() => setLayout(load(tableId)), [tableId]);
  const change = (part: Partial<Layout>) => {
    const next = { ...layout, ...part };
    setLayout(next);
    try {
      localStorage.setItem(keyOf(tableId), JSON.stringify(next));
    } catch {
      // A full or forbidden storage costs the memory of the layout, not the table.
    }
  };
  return { layout, change };
}
