// The current row of the work queue, which keys move.

'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { PressButton } from '#components/ui/press-button';
import type { ItemRow } from './item-row.ts';
import { itemKey, itemNumber } from './item-row.ts';

type Cursor = {
  current: string | null;
  changed: ReadonlySet<string>;
  /** Names of other users by the item that they have open. */
  viewers: ReadonlyMap<string, readonly string[]>;
  open: (row: ItemRow) => void;
  /** Makes a row current, for example when Tab reaches it. */
  moveTo: (row: ItemRow) => void;
};

export const CursorContext = createContext<Cursor>({
  current: null,
  changed: new Set(),
  viewers: new Map(),
  open: () => undefined,
  moveTo: () => undefined,
});

/** 'Casey Lindqvist' as 'CL'. */
const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();

/** The number of an item: the one place of its row that keys move to and that opens it. */
export function ItemNumber({ row }: { row: ItemRow }): ReactNode {
  const { current, changed, viewers, open, moveTo } = useContext(CursorContext);
  const key = itemKey(row);
  const isCurrent = key === current;
  const names = viewers.get(key) ?? [];
  return (
    <PressButton
      type="button"
      data-item={key}
      data-current={isCurrent || undefined}
      data-changed={changed.has(key) || undefined}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => isCurrent || moveTo(row)}
      onClick={() => open(row)}
      className="w-full truncate text-left font-medium text-accent underline-offset-2 hover:underline"
    >
      {itemNumber(row)}
      {names.length > 0 && (
        <span
          title={`${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} it open`}
          className="ml-1.5 inline-block rounded-full border border-current px-1 text-2xs leading-4 no-underline"
        >
          <span aria-hidden="true">{names.map(initials).join(' ')}</span>
          <span className="sr-only">, open at {names.join(', ')}</span>
        </span>
      )}
    </PressButton>
  );
}
