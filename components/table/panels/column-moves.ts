// Shows, hides, moves and pins columns of a table.

import type { Column } from '../columns.tsx';
import { pinnedMax } from '../layout/saved-layout.ts';
import { shownColumns, type View } from '../layout/view.ts';
import type { Arrangement } from '../use-table-control.ts';

/** Shows or hides one column; a shown one takes its defined place. */
export function toggleColumn<Row>(columns: readonly Column<Row>[], cols: View['cols'], id: string): string[] {
  const shown = shownColumns(columns, cols).map((column) => column.id);
  if (shown.includes(id)) return shown.length > 1 ? shown.filter((other) => other !== id) : shown;
  const index = columns.findIndex((column) => column.id === id);
  const before = new Set(columns.slice(0, index).map((column) => column.id));
  const at = shown.findLastIndex((other) => before.has(other)) + 1;
  return [...shown.slice(0, at), id, ...shown.slice(at)];
}

/** Moves a shown column by `step` places. */
export function moveColumn(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const next = ids.filter((other) => other !== id);
  next.splice(to, 0, id);
  return next;
}

/** Shown columns and number of pinned ones, after one column was pinned or unpinned. */
export function pinColumn(ids: readonly string[], pinned: number, id: string) {
  const at = ids.indexOf(id);
  const others = ids.filter((other) => other !== id);
  const count = at < pinned ? pinned - 1 : pinned + 1;
  const index = at < pinned ? pinned - 1 : pinned;
  return { cols: [...others.slice(0, index), id, ...others.slice(index)], pinned: count };
}

/** Actions of the panels on a table's columns. */
export function columnMoves({ columns, shown, pinned, setCols }: Arrangement) {
  const ids = shown.map((column) => column.id);
  return {
    toggle: (id: string) => {
      const at = ids.indexOf(id);
      setCols(toggleColumn(columns, ids, id), at >= 0 && at < pinned ? pinned - 1 : pinned);
    },
    move: (id: string, step: -1 | 1) => setCols(moveColumn(ids, id, step), pinned),
    /** Pins a column behind the pinned ones, or unpins it. */
    pin: (id: string) => {
      const next = pinColumn(ids, pinned, id);
      if (next.pinned <= pinnedMax) setCols(next.cols, next.pinned);
    },
  };
}
