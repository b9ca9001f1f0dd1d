'use client';

import { useDeferredValue } from 'react';
import type { Column } from './columns.tsx';
import { type Density, pinnedMax, useKeptLayout } from './kept-layout.ts';
import { type RangeSource, useRangeWindow, useReadAllFor } from './range-source.ts';
import { type RowWindow, useRowWindow } from './row-model.ts';
import { useUrlView } from './url-view.ts';
import {
  moveColumn,
  pinColumn,
  plainView,
  pressSort,
  type Sort,
  shownColumns,
  toggleColumn,
  type View,
} from './view.ts';

const widthMinPx = 56;
const widthMaxPx = 640;
const noRows: readonly never[] = [];

/** How a table is arranged and how to change it: all that its menus need, whatever the rows are. */
export type Arrangement<Row = never> = {
  id: string;
  prefix: string;
  columns: readonly Column<Row>[];
  view: View;
  density: Density;
  /** Shown columns in order, with the widths of this device. */
  shown: readonly Column<Row>[];
  /** How many of them stay in sight, first to last. */
  pinned: number;
  filtered: boolean;
  search: (words: string) => void;
  filter: (id: string, expression: string) => void;
  clearFilters: () => void;
  press: (id: string, add: boolean) => void;
  sortBy: (id: string, desc: boolean, add: boolean) => void;
  setSort: (sort: readonly Sort[]) => void;
  toggle: (id: string) => void;
  move: (id: string, step: -1 | 1) => void;
  /** Pins a column behind the pinned ones, or lets it go. */
  pin: (id: string) => void;
  widen: (id: string, byPx: number) => void;
  setDensity: (density: Density) => void;
  resetColumns: () => void;
  apply: (view: View) => void;
  /** As the page defines it: view, columns, widths, density. */
  reset: () => void;
};

export type TableControl<Row> = Arrangement<Row> & { window: RowWindow<Row> };

type Given<Row> = {
  id: string;
  columns: readonly Column<Row>[];
  rows?: readonly Row[];
  ranges?: RangeSource<Row>;
  initial: Partial<View>;
  prefix?: string;
};

/** One place that joins the address, the device's memory and the rows of a table. */
export function useTableControl<Row>(given: Given<Row>): TableControl<Row> {
  const { id: tableId, columns, rows, ranges, initial, prefix = '' } = given;
  const [view, setView] = useUrlView(tableId, columns, initial, prefix);
  const { layout, change } = useKeptLayout(tableId);
  const cols = view.cols ?? layout.cols;
  const shown = shownColumns(columns, cols).map((column) => {
    const widthPx = layout.widths[column.id];
    return widthPx ? { ...column, widthPx } : column;
  });
  const put = (part: Partial<View>) => setView((before) => ({ ...before, ...part }));
  // Typing stays quick on long tables: the rows follow when there is time.
  const [sort, q, filters] = [
    useDeferredValue(view.sort),
    useDeferredValue(view.q),
    useDeferredValue(view.filters),
  ];
  const filtered = view.q.trim() !== '' || Object.keys(view.filters).length > 0;
  useReadAllFor(ranges, filtered || view.sort.length > 0);
  const partial = useRangeWindow(ranges);
  const whole = useRowWindow(rows ?? ranges?.all ?? noRows, columns, { sort, q, filters });
  const ids = shown.map((column) => column.id);
  const pinned = Math.min(layout.pinned, ids.length);
  const setCols = (next: readonly string[] | null, nextPinned = pinned) => {
    put({ cols: next });
    change({ cols: next, pinned: nextPinned });
  };
  return {
    id: tableId,
    prefix,
    columns,
    view,
    density: layout.density,
    shown,
    pinned,
    window: partial ?? whole,
    filtered,
    search: (words) => put({ q: words }),
    filter: (id, expression) => {
      const { [id]: _, ...others } = view.filters;
      put({ filters: expression ? { ...view.filters, [id]: expression } : others });
    },
    clearFilters: () => put({ q: plainView.q, filters: plainView.filters }),
    press: (id, add) => {
      const kind = columns.find((column) => column.id === id)?.kind;
      put({ sort: pressSort(view.sort, id, kind !== 'text', add) });
    },
    sortBy: (id, desc, add) => {
      const others = add ? view.sort.filter((part) => part.id !== id) : [];
      put({ sort: [...others, { id, desc }] });
    },
    setSort: (next) => put({ sort: next }),
    toggle: (id) => {
      const at = ids.indexOf(id);
      setCols(toggleColumn(columns, cols, id), at >= 0 && at < pinned ? pinned - 1 : pinned);
    },
    move: (id, step) => setCols(moveColumn(ids, id, step)),
    pin: (id) => {
      const next = pinColumn(ids, pinned, id);
      if (next.pinned <= pinnedMax) setCols(next.cols, next.pinned);
    },
    widen: (id, byPx) => {
      const now = shown.find((column) => column.id === id)?.widthPx ?? widthMinPx;
      const next = Math.max(widthMinPx, Math.min(widthMaxPx, now + byPx));
      change({ widths: { ...layout.widths, [id]: next } });
    },
    setDensity: (density) => change({ density }),
    resetColumns: () => {
      put({ cols: null });
      change({ cols: null, widths: {}, pinned: 1 });
    },
    apply: setView,
    reset: () => {
      setView({ ...plainView, ...initial });
      change({ cols: null, widths: {}, pinned: 1, density: 'regular' });
    },
  };
}
