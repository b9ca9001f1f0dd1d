// The table in its scrolling region: header, rows near the window, totals, printed form, keys.

'use client';

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { cn } from '../ui/cn.ts';
import { cardOf } from './card.tsx';
import { afterNumber } from './columns.tsx';
import { cardHeightPx, footHeightPx, headHeightPx, rowHeightPx } from './layout/measures.ts';
import { usePinEdges } from './layout/pins.ts';
import { type PrintedSize, printedLayout } from './layout/printed-layout.ts';
import { isFiltered } from './layout/view.ts';
import { onSelectKey, selectWidthPx } from './rows/select-cells.tsx';
import type { Selection } from './rows/selection.ts';
import { PrintedBody, printedRows, TableBody } from './table-body.tsx';
import { TableFoot, useTotals } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import type { TableControl } from './use-table-control.ts';
import type { RangeSource } from './window/range-source.ts';
import { useRowRange } from './window/row-range.ts';
import { scrollTarget } from './window/scroll-keys.ts';
import { useTableHeight } from './window/use-table-height.ts';
import { drawnWidthPx, useMinColumnWidths, useViewport } from './window/use-viewport.ts';

/** What a page needs to move a current row by keys. */
export type TableHandle<Row> = {
  /** The rows as sorted and filtered; empty while rows load by ranges. */
  rows: readonly Row[];
  selection: Selection<Row> | null;
  /** Scrolls only as far as needed to show a row. */
  reveal: (index: number) => void;
};

type Props<Row> = {
  control: TableControl<Row>;
  selection: Selection<Row> | null;
  ranges: RangeSource<Row> | undefined;
  rowId: (row: Row) => string;
  region: RefObject<HTMLDivElement | null>;
  label: string;
  /** Plural name of the rows. */
  noun: string;
  height: 'page' | 'panel';
  printing: boolean;
  /** In a narrow window: every column, scrolled sideways, in place of cards. */
  wide: boolean;
  handle?: RefObject<TableHandle<Row> | null>;
  children: ReactNode;
};

const framePx = headHeightPx + footHeightPx;
const printedSizes: Record<PrintedSize, string> = {
  8: '',
  7: '[--printed-size:7pt]',
  6.5: '[--printed-size:6.5pt]',
};
/** Extra left padding of a column after a number; a date or status must not be truncated because of it. */
const afterNumberPx = 12;

/** The table in its scrolling region: header, rows near the window, totals; handles the keys. */
export function TableRegion<Row>(props: Props<Row>) {
  const { control, ranges, rowId, region, label, noun, height, printing, wide, handle, children } = props;
  const { columns, shown, window: rows } = control;
  const viewport = useViewport();
  const ofRow = useMemo(() => cardOf(shown), [shown]);
  const card = viewport.phone && !printing && !wide ? ofRow : null;
  const table = useRef<HTMLTableElement>(null);
  const range = useRowRange(region, rows.count, card ? cardHeightPx : rowHeightPx, label);
  const selection = printing ? null : props.selection;
  // On a phone there is only width for one pinned column.
  const pinnedColumns = viewport.phone ? 1 : control.pinned;
  const pinned = card ? 0 : pinnedColumns + (selection ? 1 : 0);
  const ticked = selection && selection.rows.length > 0 ? selection.rows : null;
  const withFoot = rows.complete && columns.some((column) => column.total);
  const totals = useTotals(shown, withFoot ? (ticked ?? rows.all) : null);
  const drawn = Array.from({ length: range.to - range.from }, (_, step) => rows.at(range.from + step));
  const needsPx = useMinColumnWidths({ shown, totals, rows: drawn.filter((row) => row !== undefined) });
  // A width set by the user makes a new column object; only default widths shrink and grow.
  const widths = shown.map((column, columnIndex) => {
    const isDefault = columns.includes(column);
    const moreSpace = (column.kind === 'date' || column.whole) && afterNumber(shown[columnIndex - 1], column);
    const atLeastPx = isDefault ? needsPx(column) * viewport.scale : 0;
    return Math.max(drawnWidthPx(column, isDefault, viewport), atLeastPx) + (moreSpace ? afterNumberPx : 0);
  });
  const wholePx = widths.reduce((sum, widthPx) => sum + widthPx, 0);
  useTableHeight(region);
  usePinEdges(table, pinned, `${shown.map((column) => column.id)} ${widths}`);
  const selectPx = selection ? selectWidthPx : 0;
  const printed = printing ? printedRows(rows) : null;
  const onPaper = printed && printedLayout(shown, printed, totals);

  useImperativeHandle(handle, () => ({
    rows: rows.all,
    selection,
    reveal: (index) => range.reveal(index, framePx),
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const box = event.currentTarget;
    const { rowPx } = range;
    const pageRows = Math.max(1, Math.floor((box.clientHeight - framePx) / rowPx));
    const reveal = (index: number) => range.reveal(index, framePx);
    if (selection && onSelectKey(event, selection, { count: rows.count, pageRows, reveal })) return;
    if (event.target !== box || event.altKey || event.metaKey || event.ctrlKey) return;
    const target = scrollTarget(event.key, {
      top: box.scrollTop,
      left: box.scrollLeft,
      height: box.clientHeight,
      contentHeight: box.scrollHeight,
      row: rowPx,
      frame: framePx,
    });
    if (!target) return;
    event.preventDefault();
    // In a scaled list the browser's Home and End do not reach the first and last row.
    if (event.key === 'Home') reveal(0);
    if (event.key === 'End') reveal(rows.count - 1);
    box.scrollTo(target);
  };

  return (
    <section
      ref={region}
      aria-label={`${label}, scrolls`}
      aria-busy={control.waiting || undefined}
      data-partial={rows.complete ? undefined : ''}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={cn(
        'scroll-edges relative isolate overflow-auto overscroll-x-contain [overflow-anchor:none] border-y border-rule print:isolation-auto print:max-h-none print:overflow-visible',
        height === 'page' ? 'table-window' : 'table-panel',
      )}
    >
      <table
        ref={table}
        aria-rowcount={rows.count + 1 + (withFoot ? 1 : 0)}
        width={printing || card ? '100%' : wholePx + selectPx}
        className={cn(
          'min-w-full table-fixed border-separate border-spacing-0 print:w-full',
          onPaper && printedSizes[onPaper.size],
        )}
      >
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {selection && <col width={selectPx} />}
          {card && <col />}
          {(card ? [] : shown).map((column, columnIndex) => {
            const widthPx = widths[columnIndex] ?? 0;
            return <col key={column.id} width={onPaper ? `${onPaper.widths[columnIndex]}%` : widthPx} />;
          })}
        </colgroup>
        <TableHead {...{ control, selection, pinned, noun, card }} order={ranges?.order} />
        {printed ? (
          <PrintedBody {...{ control, rowId }} rows={printed} />
        ) : (
          <TableBody {...{ control, rowId, selection, pinned, range, card }} request={ranges?.request} />
        )}
        {totals.size > 0 && (
          <TableFoot
            {...{ control, pinned, totals, card }}
            label={ticked ? 'Total selected' : isFiltered(rows.arranged) ? 'Total shown' : 'Total'}
            withSelect={selection !== null}
          />
        )}
      </table>
      {children}
    </section>
  );
}
