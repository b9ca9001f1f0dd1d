import type { Column } from './columns.tsx';
import { compareTexts, textKey } from './text-order.ts';
import type { Sort } from './view.ts';

/** Compares two rows by their places in the array they came in: exact, rows without a value last both ways. */
export type Order = (a: number, b: number, desc: boolean) => number;

/** The order of one column over `rows`. Keys are made once, as a comparison happens some twenty times per row. */
export function orderOf<Row>(rows: readonly Row[], column: Column<Row>): Order {
  const keys = rows.map((row) => column.key(row));
  // Names compare by keys of their own where they have one, by the collator where they have not.
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
 * Rows in the order the page comes in, so that it is drawn before the engine is here, which would order them alike;
 * ties as they came. The same array when there is nothing to order by.
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
