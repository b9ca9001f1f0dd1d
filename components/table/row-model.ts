'use client';

import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './columns.tsx';
import { columnTest, wordsTest } from './filters.ts';
import type { View } from './view.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Key = bigint | string;

/** Exact order: bigints as integers, dates as text, names by the alphabet with numbers inside in order. */
export function compareKeys(kind: Column<unknown>['kind'], a: Key, b: Key): number {
  if (kind === 'text') return collator.compare(String(a), String(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What the table draws. Reading by index lets a later source fetch only the ranges that are seen. */
export type RowWindow<Row> = {
  count: number;
  at: (index: number) => Row | undefined;
  all: () => readonly Row[];
};

type AnyRow = Record<string, unknown>;

/** Filters and sorts an array in memory with TanStack Table. `rows` and `columns` must keep their identity. */
export function useRowWindow<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  view: Pick<View, 'sort' | 'q' | 'filters'>,
): RowWindow<Row> {
  const definitions = useMemo(
    () =>
      columns.map((column, index) => ({
        id: column.id,
        accessorFn: (row: AnyRow) => column.key(row as Row),
        sortUndefined: 'last' as const,
        sortFn: (a: { getValue: (id: string) => unknown }, b: typeof a, id: string) =>
          compareKeys(column.kind, a.getValue(id) as Key, b.getValue(id) as Key),
        filterFn: (row: { original: AnyRow }, _id: string, test: (row: Row) => boolean) =>
          test(row.original as Row),
        // One column stands for the whole row, so that words may be spread over several cells.
        enableGlobalFilter: index === 0,
      })),
    [columns],
  );
  const state = useMemo(
    () => ({
      sorting: view.sort.map((part) => ({ ...part })),
      globalFilter: view.q.trim() ? wordsTest(columns, view.q) : undefined,
      columnFilters: Object.entries(view.filters).flatMap(([id, expression]) => {
        const column = columns.find((one) => one.id === id);
        return column && expression.trim() ? [{ id, value: columnTest(column, expression) }] : [];
      }),
    }),
    [columns, view.sort, view.q, view.filters],
  );
  const table = useTable({
    features,
    // biome-ignore lint/suspicious/noExplicitAny: the definitions are erased to one row type on purpose
    columns: definitions as any,
    data: rows as readonly AnyRow[] as AnyRow[],
    state,
    globalFilterFn: (row: { original: AnyRow }, _id: string, test: (row: Row) => boolean) =>
      test(row.original as Row),
    getColumnCanGlobalFilter: (column: { id: string }) => column.id === columns[0]?.id,
  });
  const model = table.getRowModel().rows;
  return useMemo(
    () => ({
      count: model.length,
      at: (index) => model[index]?.original as Row | undefined,
      all: () => model.map((row) => row.original as Row),
    }),
    [model],
  );
}
