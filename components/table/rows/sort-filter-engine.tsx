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
import { useLayoutEffect, useMemo } from 'react';
import type { Column } from '../columns.tsx';
import type { Arranged } from '../layout/view.ts';
import { columnTest, termsFilter } from './filters.ts';
import { type Order, orderOf } from './row-order.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});

type AnyRow = Record<string, unknown>;
type ModelRow = { original: AnyRow; index: number };

const passes = <Row,>({ original }: ModelRow, _id: string, test: (row: Row) => boolean) =>
  test(original as Row);

/** Arranged rows, with the source rows and the arrangement they belong to. */
export type SortedRows<Row> = { rows: readonly Row[]; requested: Arranged; all: readonly Row[] };

/** The order of each column over `rows`, computed when first sorted by. */
function ordersOf<Row>(rows: readonly Row[]) {
  const made = new Map<Column<Row>, Order>();
  return (column: Column<Row>): Order => {
    const order = made.get(column) ?? orderOf(rows, column);
    made.set(column, order);
    return order;
  };
}

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  requested: Arranged;
  onMade: (made: SortedRows<Row> | null) => void;
};

/**
 * Row model of TanStack Table without rendering: filters and sorts with the table's own exact tests and orders,
 * and passes the rows on before the browser paints. Ties keep the order received.
 */
export function SortFilterEngine<Row>({ rows, columns, requested, onMade }: Props<Row>) {
  const { sort, q, filters } = requested;
  const orderFor = useMemo(() => ordersOf(rows), [rows]);
  const definitions = useMemo(
    () =>
      columns.map((column) => {
        const desc = sort.some((part) => part.id === column.id && part.desc);
        let order: Order | undefined;
        return {
          id: column.id,
          accessorFn: (row: AnyRow) => column.key(row as Row),
          // Rows without a value are last in both directions; our own order does that.
          sortUndefined: false as const,
          sortFn: (a: ModelRow, b: ModelRow) => {
            order ??= orderFor(column);
            const found = order(a.index, b.index, desc);
            // The library negates the result for a descending column, so it is negated here first.
            return desc ? -found : found;
          },
          filterFn: passes,
        };
      }),
    [columns, orderFor, sort],
  );
  // Each part keeps its identity while unchanged: a new sort must not filter again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other orders
  const sorting = useMemo(() => sort.map((part) => ({ ...part })), [sort, columns]);
  const globalFilter = useMemo(() => (q.trim() ? termsFilter(columns, q) : undefined), [columns, q]);
  const columnFilters = useMemo(
    () =>
      Object.entries(filters).flatMap(([id, expression]) => {
        const column = columns.find((one) => one.id === id);
        return column && expression.trim() ? [{ id, value: columnTest(column, expression) }] : [];
      }),
    [columns, filters],
  );
  const table = useTable({
    features,
    // biome-ignore lint/suspicious/noExplicitAny: the definitions are erased to one row type on purpose
    columns: definitions as any,
    data: rows as readonly AnyRow[] as AnyRow[],
    state: { sorting, globalFilter, columnFilters },
    globalFilterFn: passes,
    // The global filter runs on one column and tests the whole row: the words may be in different cells.
    getColumnCanGlobalFilter: (column: { id: string }) => column.id === columns[0]?.id,
  });
  const model = table.getRowModel().rows;
  useLayoutEffect(() => {
    onMade({ rows, requested, all: model.map(({ original }) => original as Row) });
  }, [rows, requested, model, onMade]);
  useLayoutEffect(() => () => onMade(null), [onMade]);
  return null;
}
