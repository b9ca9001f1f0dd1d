'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatShares } from '#lib/format/shares';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { EmptyState } from '@/components/ui/states';
import type { Column } from './columns.tsx';
import { footHeightPx, headHeightPx, printedRowsMax, rowHeightPx } from './measures.ts';
import { usePrinting } from './printing.ts';
import { drawnWidthPx, useRoom } from './room.ts';
import { scrollTarget } from './scroll-keys.ts';
import { PrintedBody, TableBody } from './table-body.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import { countText, TableToolbar } from './toolbar.tsx';
import { useTableControl } from './use-table-control.ts';
import type { View } from './view.ts';

export type DataTableProps<Row> = {
  /** Names the table on this device; stable and unique in the product. */
  id: string;
  /** Names the table for a screen reader: 'Cap table by holder'. */
  label: string;
  /** Module-level, or memoised: a new array makes a new table. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What the rows are, for counts: ['holder', 'holders']. */
  noun?: readonly [one: string, many: string];
  /** View without any parameter in the address. */
  initial?: Partial<View>;
  /** What the rows are and of when, written below the rows of the CSV. */
  about?: readonly (readonly [name: string, value: string])[];
  /** ASCII file name of the CSV, with its ending. */
  fileName?: string;
  /** Shown when there are no rows at all; says why and what next. */
  empty?: ReactNode;
  actions?: ReactNode;
  /** Put before the parameter names when a page has two tables. */
  paramPrefix?: string;
  /** `page` fills the window, `panel` is 24 rem at most. */
  height?: 'page' | 'panel';
};

const rowsNoun = ['row', 'rows'] as const;

/** The register's table: real markup, exact order, and everything on screen is what the file holds. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowId, noun = rowsNoun, initial = {}, empty, actions } = props;
  const { about, fileName = `${id}.csv`, paramPrefix, height = 'page' } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const control = useTableControl(id, columns, rows, initial, paramPrefix);
  const printing = usePrinting();
  const room = useRoom();
  const { shown, window: shownRows, density } = control;
  // A width the person has set makes a new column object; only the page's own are narrowed.
  const widths = shown.map((column) => drawnWidthPx(column, columns.includes(column), room));
  const wholePx = widths.reduce((sum, widthPx) => sum + widthPx, 0);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const box = event.currentTarget;
    if (event.target !== box || event.altKey || event.metaKey) return;
    const target = scrollTarget(event.key, {
      top: box.scrollTop,
      left: box.scrollLeft,
      height: box.clientHeight,
      contentHeight: box.scrollHeight,
      row: rowHeightPx[density],
      frame: headHeightPx + footHeightPx,
    });
    if (!target) return;
    event.preventDefault();
    box.scrollTo(target);
  };

  if (rows.length === 0) return empty ?? <EmptyState title={`No ${noun[1]}`} />;
  const withFoot = columns.some((column) => column.total);
  return (
    <div className="min-w-0">
      <TableToolbar {...{ control, columns, noun, about, fileName, actions }} total={rows.length} />
      <section
        ref={scrollRef}
        aria-label={`${label}, scrolls`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={classes(
          'isolate overflow-auto overscroll-x-contain border-y border-rule print:isolation-auto print:max-h-none print:overflow-visible',
          height === 'page' ? 'max-h-[max(20rem,calc(100dvh-17rem))]' : 'max-h-96',
        )}
      >
        <table
          aria-rowcount={shownRows.count + 1 + (withFoot ? 1 : 0)}
          width={printing ? '100%' : wholePx}
          className="min-w-full table-fixed border-separate border-spacing-0 print:w-full"
        >
          <caption className="sr-only">{label}</caption>
          <colgroup>
            {shown.map((column, place) => {
              const widthPx = widths[place] ?? 0;
              return <col key={column.id} width={printing ? `${(widthPx * 100) / wholePx}%` : widthPx} />;
            })}
          </colgroup>
          <TableHead control={control} />
          {printing ? (
            <PrintedBody {...{ control, rowId }} />
          ) : (
            <TableBody {...{ control, rowId, scrollRef }} />
          )}
          {withFoot && <TableFoot control={control} label={control.filtered ? 'Total shown' : 'Total'} />}
        </table>
        {shownRows.count === 0 && (
          <div className="p-6 text-center">
            <p>No {noun[0]} matches the filter.</p>
            <Button className="mt-3" onClick={control.clearFilters}>
              Show all {countText(rows.length, rows.length, noun)}
            </Button>
          </div>
        )}
      </section>
      {printing && shownRows.count > printedRowsMax && (
        <p>
          Printed: the first {formatShares(printedRowsMax)} of {formatShares(shownRows.count)}. The report
          file has all of them.
        </p>
      )}
    </div>
  );
}
