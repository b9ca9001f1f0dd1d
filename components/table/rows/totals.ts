import type { Column } from '../columns.tsx';
import { exactSum } from './exact.ts';

/** Text of the totals line per column, over exactly the rows shown. */
export function totalsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Map<string, string> {
  const totals = new Map<string, string>();
  for (const column of columns) {
    if (column.total === 'sum') {
      const values = rows.map(column.value);
      // One missing value makes the sum unknown.
      const whole = values.every((value) => value !== null && value !== undefined);
      totals.set(column.id, whole ? column.format(exactSum(values)) : '–');
    } else if (column.total) totals.set(column.id, column.total(rows));
  }
  return totals;
}
