import type { Column } from './columns.tsx';
import { exactSum } from './exact.ts';

/** Text of the totals line per column, over exactly the rows that are shown. */
export function totalsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Map<string, string> {
  const totals = new Map<string, string>();
  for (const column of columns) {
    if (column.total === 'sum') totals.set(column.id, column.format(exactSum(rows.map(column.value))));
    else if (column.total) totals.set(column.id, column.total(rows));
  }
  return totals;
}
