'use client';

import { useMemo } from 'react';
import type { Column } from './columns.tsx';
import { columnTest, wordsTest } from './filters.ts';
import { compareTexts, textKey } from './text-order.ts';
import type { Sort, View } from './view.ts';

type Key = bigint | string;

/** One sorted column: its keys, each made once, as a comparison happens some twenty times per row. */
function level<Row>(rows: readonly Row[], column: Column<Row>, desc: boolean) {
  const keys = rows.map((row) => column.key(row));
  // Names compare by keys of their own where they have one, by the collator where they have not.
  const quick: readonly (Key | null | undefined)[] =
    column.kind === 'text' ? keys.map((key) => key && textKey(String(key))) : keys;
  const sign = desc ? -1 : 1;
  return (a: number, b: number): number => {
    const [left, right] = [keys[a], keys[b]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    const [first, second] = [quick[a] ?? null, quick[b] ?? null];
    if (first === null || second === null) return compareTexts(String(left), String(right)) * sign;
    return first < second ? -sign : first > second ? sign : 0;
  };
}

/** The rows that hold the searched words and pass every column's filter; the same array when nothing is asked. */
export function filteredRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { q, filters }: Pick<View, 'q' | 'filters'>,
): readonly Row[] {
  const tests = Object.entries(filters).flatMap(([id, expression]) => {
    const column = columns.find((one) => one.id === id);
    return column && expression.trim() ? [columnTest(column, expression)] : [];
  });
  if (q.trim()) tests.push(wordsTest(columns, q));
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

/** Rows in order, the first sort deciding before the next; rows without a value last both ways, ties as they came. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: readonly Sort[],
): readonly Row[] {
  const levels = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id);
    return column ? [level(rows, column, desc)] : [];
  });
  if (levels.length === 0) return rows;
  const order = (a: number, b: number) => {
    for (const compare of levels) {
      const found = compare(a, b);
      if (found !== 0) return found;
    }
    return a - b;
  };
  return Array.from(Uint32Array.from(rows.keys()).sort(order), (index) => rows[index] as Row);
}

/** What the table draws, read by index. */
export type RowWindow<Row> = {
  count: number;
  /** Undefined where the row is not here yet. */
  at: (index: number) => Row | undefined;
  /** The rows in order; none while some are missing. */
  all: readonly Row[];
  /** False while only the ranges looked at are here: then nothing can be sorted, filtered or added up. */
  complete: boolean;
};

/** Filters and sorts an array in memory. `rows` and `columns` must keep their identity. */
export function useRowWindow<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, q, filters }: Pick<View, 'sort' | 'q' | 'filters'>,
): RowWindow<Row> {
  const kept = useMemo(() => filteredRows(rows, columns, { q, filters }), [rows, columns, q, filters]);
  return useMemo(() => {
    const all = sortedRows(kept, columns, sort);
    return { count: all.length, at: (index) => all[index], all, complete: true };
  }, [kept, columns, sort]);
}
