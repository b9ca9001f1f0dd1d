// React hook that combines the view, the layout and the rows of a table.

'use client';

import { useDeferredValue, useMemo } from 'react';
import type { Column } from './columns.tsx';
import { useSavedLayout } from './layout/saved-layout.ts';
import { useUrlView } from './layout/url-view.ts';
import { isFiltered, plainView, pressSort, type Sort, shownColumns, type View } from './layout/view.ts';
import { type RowModel, useRowModel } from './rows/row-model.tsx';
import { type RangeSource, useRangeWindow } from './window/range-source.ts';

const widthMinPx = 56;
const widthMaxPx = 640;
const noRows: readonly never[] = [];

/** The arrangement of a table and its setters: all that the menus need, for any row type. */
export type Arrangement<Row = never> = {
  id: string;
  prefix: string;
  columns: readonly Column<Row>[];
  view: View;
  /** Shown columns in order, with the widths of this device. */
  shown: readonly Column<Row>[];
  /** Number of pinned columns, from the first. */
  pinned: number;
  filtered: boolean;
  search: (terms: string) => void;
  filter: (id: string, expression: string) => void;
  clearFilters: () => void;
  press: (id: string, add: boolean) => void;
  sortBy: (id: string, desc: boolean, add: boolean) => void;
  setSort: (sort: readonly Sort[]) => void;
  /** Sets the shown columns in order and the number of pinned ones. */
  setCols: (cols: readonly string[], pinned: number) => void;
  widen: (id: string, byPx: number) => void;
  resetColumns: () => void;
  apply: (view: View) => void;
  /** Back to the page's definition: view, columns, widths. */
  reset: () => void;
};

export type TableControl<Row> = Arrangement<Row> & RowModel<Row>;

type Given<Row> = {
  id: string;
  columns: readonly Column<Row>[];
  rows?: readonly Row[];
  lead?: readonly Row[];
  ranges?: RangeSource<Row>;
  initial: Partial<View>;
  prefix?: string;
  arriving?: boolean;
};

/** Combines the address, this device's storage and the rows of a table. */
export function useTableControl<Row>(given: Given<Row>): TableControl<Row> {
  const { id: tableId, columns, rows, lead = noRows, ranges, initial, prefix = '', arriving } = given;
  const [view, setView] = useUrlView(tableId, columns, initial, prefix);
  const { layout, change } = useSavedLayout(tableId);
  const cols = view.cols ?? layout.cols;
  const { widths } = layout;
  const shown = useMemo(() => {
    return shownColumns(columns, cols).map((column) => {
      const widthPx = widths[column.id];
      return widthPx ? { ...column, widthPx } : column;
    });
  }, [columns, cols, widths]);
  const put = (part: Partial<View>) => setView((before) => ({ ...before, ...part }));
  // Deferred: typing stays fast on long tables, and the rows follow.
  const [sort, q, filters] = [
    useDeferredValue(view.sort),
    useDeferredValue(view.q),
    useDeferredValue(view.filters),
  ];
  const requested = useMemo(() => ({ sort, q, filters }), [sort, q, filters]);
  const filtered = isFiltered(view);
  const partial = useRangeWindow(ranges);
  const here = rows ?? ranges?.all ?? noRows;
  const whole = useRowModel(here, lead, columns, requested, initial.sort ?? noRows, arriving);
  const pinned = Math.min(layout.pinned, shown.length);
  return {
    id: tableId,
    prefix,
    columns,
    view,
    shown,
    pinned,
    ...whole,
    window: partial ?? whole.window,
    filtered,
    search: (terms) => put({ q: terms }),
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
    setCols: (next, nextPinned) => {
      put({ cols: next });
      change({ cols: next, pinned: nextPinned });
    },
    widen: (id, byPx) => {
      const now = shown.find((column) => column.id === id)?.widthPx ?? widthMinPx;
      const next = Math.max(widthMinPx, Math.min(widthMaxPx, now + byPx));
      change({ widths: { ...layout.widths, [id]: next } });
    },
    resetColumns: () => {
      put({ cols: null });
      change({ cols: null, widths: {}, pinned: 1 });
    },
    apply: setView,
    reset: () => {
      setView({ ...plainView, ...initial });
      change({ cols: null, widths: {}, pinned: 1 });
    },
  };
}
