import type { Column } from '../columns.tsx';
import type { Sort } from '../layout/view.ts';
import { compareTexts, textKey } from './text-order.ts';

/**
 * Compares two rows by their index in the source array: exact, rows without a value last in both directions.
 */
export type Order = (a: number, b: number, desc: boolean) => number;

/** The order of one column over `rows`. Keys are computed once: a sort compares each row about twenty times. */
export function orderOf<Row>(rows: readonly Row[], column: Column<Row>): Order {
  const keys = rows.map((row) => column.key(row));
  // Names compare by precomputed keys where possible, else by the collator.
  const quick: readonly (bigint | string | null | undefined)[] =
    column.kind === 'text' ? keys.map((key) => key && textKey(String(key))) : keys;
  return (a, b, desc) => {
    const [left, right] = [quick[a], quick[b]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    const sign = desc ? -1 : 1;
    if (left === null || right === null) return compareTexts(String(keys[a]), String(keys[b])) * sign;
    return left < right ? -sign : left > right ? sign : 0;
  };
}

export const sameSort = (a: readonly Sort[], b: readonly Sort[]): boolean =>
  a.length === b.length && a.every(({ id, desc }, at) => b[at]?.id === id && b[at]?.desc === desc);

/**
 * Rows in the page's default order, rendered before the engine is loaded, which gives the same order; ties as
 * received. Returns the same array when there is no sort.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: readonly Sort[],
): readonly Row[] {
  const levels = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id);
    return column ? [{ order: orderOf(rows, column), desc }] : [];
  });
  if (levels.length === 0) return rows;
  const compare = (a: number, b: number) => {
    for (const { order, desc } of levels) {
      const found = order(a, b, desc);
      if (found !== 0) return found;
    }
    return a - b;
  };
  return Array.from(Uint32Array.from(rows.keys()).sort(compare), (index) => rows[index] as Row);
}
