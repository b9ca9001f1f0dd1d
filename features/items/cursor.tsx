'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { ItemRow } from './model.ts';
import { itemKey, itemNumber } from './model.ts';

type Cursor = {
  current: string | null;
  changed: ReadonlySet<string>;
  open: (row: ItemRow) => void;
};

export const CursorContext = createContext<Cursor>({
  current: null,
  changed: new Set(),
  open: () => undefined,
});

/** The number of an item: the one place of its row that keys move to and that opens it. */
export function ItemNumber({ row }: { row: ItemRow }): ReactNode {
  const { current, changed, open } = useContext(CursorContext);
  const key = itemKey(row);
  const isCurrent = key === current;
  return (
    <button
      type="button"
      data-item={key}
      data-current={isCurrent || undefined}
      data-changed={changed.has(key) || undefined}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => open(row)}
      className="w-full truncate text-left font-medium text-accent underline-offset-2 hover:underline"
    >
      {itemNumber(row)}
    </button>
  );
}
