'use client';

import { useDeferredValue } from 'react';
import type { Column } from './columns.tsx';
import { type Density, useKeptLayout } from './kept-layout.ts';
import { type RowWindow, useRowWindow } from './row-model.ts';
import { useUrlView } from './url-view.ts';
import { moveColumn, plainView, pressSort, shownColumns, toggleColumn, type View } from './view.ts';

const widthMinPx = 56;
const widthMaxPx = 640;

export type TableControl<Row> = {
  view: View;
  density: Density;
  /** Shown columns in order, with the widths of this device. */
  shown: readonly Column<Row>[];
  window: RowWindow<Row>;
  filtered: boolean;
  search: (words: string) => void;
  filter: (id: string, expression: string) => void;
  clearFilters: () => void;
  press: (id: string, add: boolean) => void;
  sortBy: (id: string, desc: boolean, add: boolean) => void;
  toggle: (id: string) => void;
  move: (id: string, step: -1 | 1) => void;
  widen: (id: string, byPx: number) => void;
  setDensity: (density: Density) => void;
  resetColumns: () => void;
};

/** One place that joins the address, the device's memory and the row model of a table. */
export function useTableControl<Row>(
  tableId: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  initial: Partial<View>,
  prefix?: string,
): TableControl<Row> {
  const [view, setView] = useUrlView(columns, initial, prefix);
  const { layout, change } = useKeptLayout(tableId);
  const cols = view.cols ?? layout.cols;
  const shown = shownColumns(columns, cols).map((column) => {
    const widthPx = layout.widths[column.id];
    return widthPx ? { ...column, widthPx } : column;
  });
  const put = (part: Partial<View>) => setView((before) => ({ ...before, ...part }));
  const setCols = (next: readonly string[] | null) => {
    put({ cols: next });
    change({ cols: next });
  };
  // Typing stays quick on long tables: the rows follow when there is time.
  const [sort, q, filters] = [
    useDeferredValue(view.sort),
    useDeferredValue(view.q),
    useDeferredValue(view.filters),
  ];
  const ids = shown.map((column) => column.id);
  return {
    view,
    density: layout.density,
    shown,
    window: useRowWindow(rows, columns, { sort, q, filters }),
    filtered: view.q.trim() !== '' || Object.keys(view.filters).length > 0,
    search: (words) => put({ q: words }),
    filter: (id, expression) => {
      const { [id]: _, ...others } = view.filters;
      put({ filters: expression ? { ...others, [id]: expression } : others });
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
    toggle: (id) => setCols(toggleColumn(columns, cols, id)),
    move: (id, step) => setCols(moveColumn(ids, id, step)),
    widen: (id, byPx) => {
      const now = shown.find((column) => column.id === id)?.widthPx ?? widthMinPx;
      const next = Math.max(widthMinPx, Math.min(widthMaxPx, now + byPx));
      change({ widths: { ...layout.widths, [id]: next } });
    },
    setDensity: (density) => change({ density }),
    resetColumns: () => {
      put({ cols: null });
      change({ cols: null, widths: {} });
    },
  };
}
