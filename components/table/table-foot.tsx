'use client';

import { useMemo } from 'react';
import { cn } from '../ui/cn.ts';
import { type Card, CardTotals } from './card.tsx';
import { afterNumber, type Column } from './columns.tsx';
import { pinClass } from './layout/pins.ts';
import { totalsOf } from './rows/totals.ts';
import type { TableControl } from './use-table-control.ts';

type Props<Row> = {
  control: TableControl<Row>;
  /** Totals of the rows shown or selected. */
  totals: ReadonlyMap<string, string>;
  label: string;
  pinned: number;
  withSelect: boolean;
  card: Card<Row> | null;
};

const none: ReadonlyMap<string, string> = new Map();

/** Text of the totals line by column; empty while not all `rows` are loaded. */
export function useTotals<Row>(shown: readonly Column<Row>[], rows: readonly Row[] | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths make new column objects, so ids are compared
  return useMemo(
    () => (rows ? totalsOf(shown, rows) : none),
    [rows, shown.map((column) => column.id).join()],
  );
}

/** The totals line, with one rule above and two below. */
export function TableFoot<Row>({ control, totals, label, pinned, withSelect, card }: Props<Row>) {
  const { shown } = control;
  const before = withSelect ? 1 : 0;
  const classes = 'sticky bottom-0 truncate bg-sunken px-2 text-sm font-semibold';
  return (
    <tfoot>
      <tr aria-rowindex={control.window.count + 2} className="ledger-total h-9">
        {withSelect && <td className={cn(classes, pinClass(0, pinned, 'z-20') || 'z-10')} />}
        {card && <CardTotals {...{ card, totals, label }} />}
        {(card ? [] : shown).map((column, columnIndex) => {
          const text = totals.get(column.id) ?? '';
          const pin = pinClass(columnIndex + before, pinned, 'z-20') || 'z-10';
          return columnIndex === 0 ? (
            <th key={column.id} scope="row" className={cn(classes, pin, 'text-left')}>
              {text || label}
            </th>
          ) : (
            <td
              key={column.id}
              className={cn(
                classes,
                pin,
                column.kind === 'number' && 'text-right',
                afterNumber(shown[columnIndex - 1], column),
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
