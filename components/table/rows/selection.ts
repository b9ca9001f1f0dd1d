// State of the selected rows of a table.

'use client';

import { useMemo, useRef, useState } from 'react';
import type { RowWindow } from './row-model.tsx';

/** Ids of the rows between two places, both included, in either direction. */
export function idsBetween<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  a: number,
  b: number,
): string[] {
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(rowId);
}

/** The selection with `ids` added or removed. */
export function withIds(
  before: ReadonlySet<string>,
  ids: Iterable<string>,
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

export type Selection<Row> = {
  has: (row: Row) => boolean;
  /** Selected rows on screen, in display order. */
  rows: readonly Row[];
  /** Number of selected rows that the filter hides. */
  hidden: number;
  /** Toggles one row; `range` sets every row since the last change to the same state. */
  toggle: (index: number, range: boolean) => void;
  all: (on: boolean) => void;
  clear: () => void;
  /** Selects the rows with these ids and no others. */
  only: (ids: Iterable<string>) => void;
  /** Row whose checkbox Tab reaches. */
  cursor: number;
  moveTo: (index: number) => void;
};

const none: ReadonlySet<string> = new Set();

/** Selected rows; null while the table has no selection or not all rows are loaded. */
export function useSelection<Row>(
  window: RowWindow<Row>,
  rowId: (row: Row) => string,
  selectable: boolean,
): Selection<Row> | null {
  const [ids, setIds] = useState(none);
  const [cursor, moveTo] = useState(0);
  const anchor = useRef<string | null>(null);
  const rows = useMemo(
    () => (ids.size === 0 ? [] : window.all.filter((row) => ids.has(rowId(row)))),
    [window, ids, rowId],
  );
  if (!selectable || !window.complete) return null;
  return {
    has: (row) => ids.has(rowId(row)),
    rows,
    hidden: ids.size - rows.length,
    cursor,
    moveTo,
    toggle: (index, range) => {
      const row = window.at(index);
      if (!row) return;
      const id = rowId(row);
      const from = range ? window.all.findIndex((one) => rowId(one) === anchor.current) : -1;
      // A range takes the state of the row it started with, as usual in lists.
      const on = from < 0 ? !ids.has(id) : ids.has(anchor.current ?? '');
      setIds(withIds(ids, from < 0 ? [id] : idsBetween(window.all, rowId, from, index), on));
      if (from < 0) anchor.current = id;
      moveTo(index);
    },
    all: (on) => setIds(withIds(ids, window.all.map(rowId), on)),
    clear: () => setIds(none),
    only: (next) => setIds(new Set(next)),
  };
}
