'use client';

import { type ReactNode, useRef, useState } from 'react';
import { formatShares } from '#lib/format/shares';
import { Button } from '@/components/ui/button';
import { later } from '@/components/ui/later';
import { EmptyState, ErrorPanel } from '@/components/ui/states';
import type { Column } from './columns.tsx';
import { countText, type Facts, type Noun } from './files/words.ts';
import { FirstRows } from './first-rows.tsx';
import { printedRowsMax } from './measures.ts';
import { usePrinting } from './printing.ts';
import type { RangeSource } from './range-source.ts';
import { loadEngine } from './row-model.tsx';
import { useSelection } from './selection.ts';
import { TableRegion } from './table-region.tsx';
import { TableToolbar } from './toolbar.tsx';
import { useTableControl } from './use-table-control.ts';
import type { View } from './view.ts';

// Few tables are read by ranges.
const RangeBar = later<{ ranges: RangeSource<unknown>; noun: Noun; view: View }>(
  () => import('./reading-bar.tsx').then((part) => part.RangeBar),
  null,
  'when drawn',
);

/** Rows at hand, or rows read by index where somebody looks (`useRowRanges` of lib/api). */
type Rows<Row> =
  | { rows: readonly Row[]; ranges?: undefined }
  | { rows?: undefined; ranges: RangeSource<Row> };

export type DataTableProps<Row> = Rows<Row> & {
  /** Names the table on this device; stable and unique in the product. */
  id: string;
  /** Names the table for a screen reader and in its files: 'Cap table by holder'. */
  label: string;
  /** Module-level, or memoised: a new array makes a new table. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** What the rows are, for counts: ['holder', 'holders']. */
  noun?: Noun;
  /** View without any parameter in the address. */
  initial?: Partial<View>;
  /** Whose rows these are and of when: below the rows of the CSV, on the first sheet of the XLSX. */
  about?: Facts;
  /** ASCII name of the files; an ending of .csv is replaced where it is not right. */
  fileName?: string;
  /** Shown when there are no rows at all; says why and what next. */
  empty?: ReactNode;
  actions?: ReactNode;
  /** Rows can be ticked; totals, copy and files are then of the ticked ones. */
  selectable?: boolean;
  /** Buttons shown while rows are ticked. */
  selectionActions?: (rows: readonly Row[]) => ReactNode;
  /** Put before the parameter names when a page has two tables. */
  paramPrefix?: string;
  /** More rows are on their way: until all are here they stand as they came, unless the person asked otherwise. */
  arriving?: boolean;
  /** `page` fills the window, `panel` is 24 rem at most. */
  height?: 'page' | 'panel';
};

const rowsNoun: Noun = ['row', 'rows'];
const noFacts: Facts = [];

/** The rows that are shown are right, but not as they were asked for. */
const ArrangingFailed = ({ retry }: { retry: () => void }) => (
  <p role="alert" className="mb-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 print:hidden">
    The order and the filter could not be applied: the browser could not fetch the code for it.{' '}
    <button type="button" className="underline" onClick={retry}>
      Try again
    </button>
  </p>
);

/** The register's table: real markup, exact order, and everything on screen is what the file holds. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    id,
    label,
    columns,
    rows,
    ranges,
    rowId,
    noun = rowsNoun,
    initial = {},
    arriving,
    empty,
    height = 'page',
  } = props;
  const {
    about = noFacts,
    fileName = id,
    paramPrefix,
    selectable = false,
    actions,
    selectionActions,
  } = props;
  const control = useTableControl({ id, columns, rows, ranges, initial, prefix: paramPrefix, arriving });
  const selection = useSelection(control.window, rowId, selectable);
  const region = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const { window: shownRows, waiting, failed, worker } = control;
  const { total } = shownRows;
  // An address that asks for an order or a filter is never answered with other rows first.
  const [fromAddress] = useState(waiting);

  if (total === null) {
    if (ranges?.error) return <ErrorPanel error={ranges.error} onRetry={ranges.retry} />;
    return <FirstRows label={label} want={ranges?.want} />;
  }
  if (total === 0) return empty ?? <EmptyState title={`No ${noun[1]}`} />;
  if (fromAddress && waiting && shownRows.complete) return <FirstRows label={label} />;
  // What sorts and filters is fetched when the pointer comes near or a key is pressed within; a page may set the focus.
  const ahead = () => void loadEngine();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated, code is fetched ahead
    <div className="min-w-0" onPointerEnter={ahead} onKeyDown={ahead}>
      {worker}
      <TableToolbar
        {...{ control, selection, total, noun, label, about, actions, selectionActions }}
        fileName={fileName.replace(/\.(csv|xlsx)$/i, '')}
      />
      {failed && <ArrangingFailed retry={ahead} />}
      {ranges && <RangeBar {...{ ranges, noun }} view={control.view} />}
      <TableRegion {...{ control, selection, ranges, rowId, region, label, height, printing }} noun={noun[1]}>
        {shownRows.count === 0 && (
          <div className="p-6 text-center">
            <p>No {noun[0]} matches the filter.</p>
            <Button className="mt-3" onClick={control.clearFilters}>
              Show all {countText(total, total, noun)}
            </Button>
          </div>
        )}
      </TableRegion>
      {printing && shownRows.count > printedRowsMax && (
        <p>
          Printed: the first {formatShares(printedRowsMax)} of {formatShares(shownRows.count)}. The report
          file has all of them.
        </p>
      )}
    </div>
  );
}
