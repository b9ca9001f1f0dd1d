'use client';

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { formatShares } from '#lib/format/shares';
import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorPanel } from '../ui/states.tsx';
import type { Column } from './columns.tsx';
import { countText, type Facts, type Noun } from './files/row-texts.ts';
import { printedRowsMax } from './layout/measures.ts';
import { usePrinting } from './layout/printing.ts';
import type { View } from './layout/view.ts';
import { loadEngine } from './rows/row-model.tsx';
import { useSelection } from './rows/selection.ts';
import { type TableHandle, TableRegion } from './table-region.tsx';
import { TableToolbar } from './toolbar.tsx';
import { useTableControl } from './use-table-control.ts';
import { FirstRows } from './window/first-rows.tsx';
import type { RangeSource } from './window/range-source.ts';

// Few tables load by ranges.
const RangeBar = lazyComponent<{ ranges: RangeSource<unknown>; noun: Noun; view: View }>(
  () => import('./window/reading-bar.tsx').then((part) => part.RangeBar),
  null,
  'when drawn',
);

/** All rows, or rows loaded by index as the user scrolls (`useRowRanges` of lib/api). */
type Rows<Row> =
  | { rows: readonly Row[]; ranges?: undefined }
  | { rows?: undefined; ranges: RangeSource<Row> };

export type DataTableProps<Row> = Rows<Row> & {
  /** Id of the table in this device's storage; stable and unique in the product. */
  id: string;
  /** Name for screen readers and in files: 'Cap table by holder'. */
  label: string;
  /** Module-level or memoized: a new array makes a new table. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Singular and plural of a row, for counts: ['holder', 'holders']. */
  noun?: Noun;
  /**
   * Rows above the others, in this order: figures of the whole. No sort moves them, no filter hides them and no
   * total counts them; files begin with them. Memoized, and not with `selectable` or `ranges`.
   */
  lead?: readonly Row[];
  /** View when the address has no parameters. */
  initial?: Partial<View>;
  /** Issuer and date of the rows: below the rows in CSV, on the first sheet in XLSX. */
  about?: Facts;
  /** ASCII name of the files; the extension is replaced by the right one. */
  fileName?: string;
  /** Shown when there are no rows: explains why and what to do. */
  empty?: ReactNode;
  actions?: ReactNode;
  /** Rows have checkboxes; totals, copy and files then cover the selected rows. */
  selectable?: boolean;
  /** Buttons shown while rows are selected. */
  selectionActions?: (rows: readonly Row[]) => ReactNode;
  /** Prefix of the parameter names when a page has two tables. */
  paramPrefix?: string;
  /** More rows are loading: until all are loaded, rows keep the order received, unless the user sorts. */
  arriving?: boolean;
  /** `page` fills the window, `panel` is 24 rem at most. */
  height?: 'page' | 'panel';
  /** Gives the page the rows in display order, for a current row and its keys. */
  handle?: RefObject<TableHandle<Row> | null>;
};

const rowsNoun: Noun = ['row', 'rows'];
const noFacts: Facts = [];

/**
 * Shown when the code for sort and filters failed to load: the rows are valid, but not arranged as requested.
 */
const ArrangingFailed = ({ retry }: { retry: () => void }) => (
  <p role="alert" className="mb-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 print:hidden">
    The sort and the filters could not be applied because their code did not load.{' '}
    <button type="button" className="underline" onClick={retry}>
      Try again
    </button>
  </p>
);

/** Data table with semantic markup and exact sort order; files contain exactly what is on screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    id,
    label,
    columns,
    rows,
    lead,
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
    handle,
  } = props;
  const control = useTableControl({
    id,
    columns,
    rows,
    lead,
    ranges,
    initial,
    prefix: paramPrefix,
    arriving,
  });
  const selection = useSelection(control.window, rowId, selectable);
  const region = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const { window: shownRows, waiting, failed, worker } = control;
  const { total } = shownRows;
  const [wide, setWide] = useState(false);
  // When the address has a sort or filter, the table never shows other rows first.
  const [fromAddress] = useState(waiting);

  if (total === null) {
    if (ranges?.error) return <ErrorPanel error={ranges.error} onRetry={ranges.retry} />;
    return <FirstRows label={label} request={ranges?.request} />;
  }
  if (total === 0 && shownRows.count === 0) return empty ?? <EmptyState title={`No ${noun[1]}`} />;
  if (fromAddress && waiting && shownRows.complete) return <FirstRows label={label} />;
  // Preloads the code for sort and filters on pointer enter or a key press; not on focus, which a page may set.
  const ahead = () => void loadEngine();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no control, only preloads code
    <div className="min-w-0" onPointerEnter={ahead} onKeyDown={ahead}>
      {worker}
      <TableToolbar
        {...{ control, selection, total, noun, label, about, actions, selectionActions }}
        fileName={fileName.replace(/\.(csv|xlsx)$/i, '')}
        wide={wide}
        onWide={setWide}
      />
      {failed && <ArrangingFailed retry={ahead} />}
      {ranges && <RangeBar {...{ ranges, noun }} view={control.view} />}
      <TableRegion
        {...{ control, selection, ranges, rowId, region, label, height, printing, wide, handle }}
        noun={noun[1]}
      >
        {total > 0 && shownRows.count === shownRows.lead.length && (
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
