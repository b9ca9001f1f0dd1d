'use client';

import { useMemo } from 'react';
import { classes } from '@/components/ui/classes';
import { totalsOf } from './totals.ts';
import type { TableControl } from './use-table-control.ts';

/** Totals of exactly the rows that are shown, between one rule and two. */
export function TableFoot<Row>({ control, label }: { control: TableControl<Row>; label: string }) {
  const { shown, window: rows } = control;
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths make new column objects, ids tell
  const totals = useMemo(() => totalsOf(shown, rows.all()), [rows, shown.map((column) => column.id).join()]);
  if (totals.size === 0) return null;
  return (
    <tfoot>
      <tr aria-rowindex={rows.count + 2} className="ledger-total h-9">
        {shown.map((column, place) => {
          const text = totals.get(column.id) ?? '';
          const look = classes(
            'sticky bottom-0 z-10 truncate bg-sunken px-2 text-sm font-semibold',
            column.kind === 'number' && 'text-right',
          );
          return place === 0 ? (
            <th key={column.id} scope="row" className={classes(look, 'left-0 z-20 text-left')}>
              {text || label}
            </th>
          ) : (
            <td key={column.id} className={look}>
              {text}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
