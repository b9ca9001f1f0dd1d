// A simple HTML table for a few rows, without sort or filter.

import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { ScrollRegion } from './scroll-region.tsx';

export type PlainColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Additional classes for the column's cells, or for one of them. */
  className?: string | ((row: Row) => string | false);
};

type Props<Row> = {
  label: string;
  caption?: string;
  /** The first column names the row; the others hold figures. */
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowClasses?: (row: Row) => string | false;
  /** `filled`: the table is the main content of a page. */
  filled?: boolean;
  /** A row above the headers that groups them. */
  groups?: ReactNode;
  className?: string;
  tableClasses?: string;
};

/** A few rows of figures that need no sort or filter: one per class or month. */
export function PlainTable<Row>(props: Props<Row>) {
  const {
    label,
    caption,
    columns,
    rows,
    rowId,
    rowClasses,
    filled = false,
    groups,
    className,
    tableClasses,
  } = props;
  const [name, ...figures] = columns;
  const head = filled ? 'px-3 py-1.5 font-medium' : 'py-1 font-normal whitespace-nowrap';
  const cell = cn('h-(--row)', filled && 'px-3');
  const of = ({ className: variant }: PlainColumn<Row>, row: Row) =>
    typeof variant === 'function' ? variant(row) : variant;
  return (
    <ScrollRegion label={label} className={className}>
      <table className={cn('w-full border-collapse', tableClasses)}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          {groups}
          <tr className={cn('border-b border-rule', filled ? 'bg-sunken text-sm' : 'text-xs text-muted')}>
            <th scope="col" className={cn(head, 'text-left', !filled && 'pr-4')}>
              {name?.head}
            </th>
            {figures.map((column, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: fixed columns, two of which may have the same title
                key={index}
                scope="col"
                className={cn(
                  head,
                  'text-right',
                  !filled && 'pl-4 print:pl-2',
                  typeof column.className === 'string' && column.className,
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className={cn('border-b border-line', rowClasses?.(row))}>
              <th scope="row" className={cn(cell, 'min-w-36 text-left font-normal', !filled && 'pr-4')}>
                {name?.cell(row)}
              </th>
              {figures.map((column, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: fixed columns, two of which may have the same title
                  key={index}
                  className={cn(
                    cell,
                    'text-right whitespace-nowrap',
                    !filled && 'pl-4 print:pl-2',
                    of(column, row),
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
