'use client';

import { useEffect, useState } from 'react';

/** Layout stored per table on this device: depends on the screen, so it is not in the view. */
export type Layout = {
  cols: readonly string[] | null;
  widths: Readonly<Record<string, number>>;
  /** Number of first columns that stay visible while scrolling sideways. */
  pinned: number;
};

/** More would leave no width for the scrolling columns. */
export const pinnedMax = 3;

const plainLayout: Layout = { cols: null, widths: {}, pinned: 1 };
const keyOf = (tableId: string) => `sharebook-table-${tableId}`;

function load(tableId: string): Layout {
  try {
    const text = localStorage.getItem(keyOf(tableId));
    if (text === null) return plainLayout;
    const saved: Partial<Layout> = JSON.parse(text);
    return {
      cols: Array.isArray(saved.cols) ? saved.cols.filter((id) => typeof id === 'string') : null,
      widths: saved.widths && typeof saved.widths === 'object' ? saved.widths : {},
      pinned: Number.isInteger(saved.pinned) ? Math.max(0, Math.min(pinnedMax, saved.pinned ?? 1)) : 1,
    };
  } catch {
    return plainLayout;
  }
}

/** Layout from this device's storage. The first paint uses the default, as rendered on the server. */
export function useSavedLayout(tableId: string) {
  const [layout, setLayout] = useState(plainLayout);
  useEffect(() => setLayout(load(tableId)), [tableId]);
  const change = (part: Partial<Layout>) => {
    const next = { ...layout, ...part };
    setLayout(next);
    try {
      localStorage.setItem(keyOf(tableId), JSON.stringify(next));
    } catch {
      // Without storage only the saved layout is lost; the table works.
    }
  };
  return { layout, change };
}
