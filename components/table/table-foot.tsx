'use client';

import { useMemo } from 'react';
import { classes } from '@/components/ui/classes';
import { afterNumber } from './columns.tsx';
import { pinLook } from './pins.ts';
import { totalsOf } from './totals.ts';
import type { TableControl } from './use-table-control.ts';

type Props<Row> = {
  control: TableControl<Row>;
  /** The rows that are added up: those selected, or all that are shown. */
  rows: readonly Row[];
  label: string;
  pinned: number;
  withSelect: boolean;
};

/** Totals of exactly the rows that are shown or selected, between one rule and two. */
export function TableFoot<Row>({ control, rows, label, pinned, withSelect }: Props<Row>) {
  const { shown } = control;
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths make new column objects, ids tell
  const totals = useMemo(() => totalsOf(shown, rows), [rows, shown.map((column) => column.id).join()]);
  if (totals.size === 0) return null;
  const before = withSelect ? 1 : 0;
  const look = 'sticky bottom-0 truncate bg-sunken px-2 text-sm font-semibold';
  return (
    <tfoot>
      <tr aria-rowindex={control.window.count + 2} className="ledger-total h-9">
        {withSelect && <td className={classes(look, pinLook(0, pinned, 'z-20') || 'z-10')} />}
        {shown.map((column, place) => {
          const text = totals.get(column.id) ?? '';
          const pin = pinLook(place + before, pinned, 'z-20') || 'z-10';
          return place === 0 ? (
            <th key={column.id} scope="row" className={classes(look, pin, 'text-left')}>
              {text || label}
            </th>
          ) : (
            <td
              key={column.id}
              className={classes(
                look,
                pin,
                column.kind === 'number' && 'text-right',
                afterNumber(shown[place - 1], column),
              )}
            >
              {text}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
