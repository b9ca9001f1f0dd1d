// Filters and sorts the rows of a table in memory; the engine loads only where it is needed.

'use client';

import { type ReactNode, useMemo, useState } from 'react';
import type { Column } from '../columns.tsx';
import { type Arranged, isFiltered, plainView, type Sort } from '../layout/view.ts';
import { onDemand } from '../on-demand.ts';
import { inOrder, sameSort } from './row-order.ts';
import type { SortedRows } from './sort-filter-engine.tsx';

const engine = onDemand(() => import('./sort-filter-engine.tsx').then((part) => part.SortFilterEngine));

/** Preloads the code for sort and filters. Never rejects. */
export const loadEngine = engine.load;

/** Rows the table renders, read by index. */
export type RowWindow<Row> = {
  /** Rows to draw, `lead` included. */
  count: number;
  /** Rows above the others: figures of the whole, which no sort moves, no filter hides and no total counts. */
  lead: readonly Row[];
  /** Undefined where the row is not loaded yet. */
  at: (index: number) => Row | undefined;
  /** The rows in order, without `lead`; empty while some are missing. */
  all: readonly Row[];
  /** Number of all rows; null before the first response. */
  total: number | null;
  /** False while only some ranges are loaded: rows cannot be sorted, filtered or added up then. */
  complete: boolean;
  /** Arrangement of these rows: the view's, or the previous one while the code for it loads. */
  arranged: Arranged;
};

export type RowModel<Row> = {
  window: RowWindow<Row>;
  /** Component that arranges the rows; must be rendered inside the table. */
  worker: ReactNode;
  /** Rows are not yet arranged as requested, because the code for it is loading. */
  waiting: boolean;
  /** That code could not be loaded. */
  failed: boolean;
};

const windowOf = <Row,>(
  lead: readonly Row[],
  all: readonly Row[],
  total: number,
  arranged: Arranged,
): RowWindow<Row> => ({
  count: lead.length + all.length,
  lead,
  at: (index) => (index < lead.length ? lead[index] : all[index - lead.length]),
  all,
  total,
  complete: true,
  arranged,
});

/**
 * Filters and sorts an array in memory. Its own order and the page's (`first`) need no engine; any other sort
 * or filter loads it. While rows are `arriving` they keep the order received, so that none moves. `rows`,
 * `lead`, `columns` and `requested` must be stable between renders.
 */
export function useRowModel<Row>(
  rows: readonly Row[],
  lead: readonly Row[],
  columns: readonly Column<Row>[],
  requested: Arranged,
  first: readonly Sort[],
  arriving = false,
): RowModel<Row> {
  const [initialArrangement] = useState<Arranged>({ ...plainView, sort: first });
  const plain =
    !isFiltered(requested) &&
    (requested.sort.length === 0 || sameSort(requested.sort, initialArrangement.sort));
  const { part: Engine, failed } = engine.use(!plain);
  const [made, setMade] = useState<SortedRows<Row> | null>(null);
  const unsorted = useMemo(() => ({ ...requested, sort: [] }), [requested]);
  const interim = !plain ? initialArrangement : arriving ? unsorted : requested;
  const ordered = useMemo(() => inOrder(rows, columns, interim.sort), [rows, columns, interim.sort]);
  const interimWindow = useMemo(
    () => windowOf(lead, ordered, rows.length, interim),
    [lead, ordered, rows, interim],
  );
  // The previous rows stay until the new ones are ready.
  const engineWindow = useMemo(
    () => made && windowOf(lead, made.all, made.rows.length, made.requested),
    [lead, made],
  );
  return {
    window: plain ? interimWindow : (engineWindow ?? interimWindow),
    worker: !plain && Engine && rows.length > 0 && (
      <Engine {...{ rows, columns, requested }} onMade={setMade} />
    ),
    waiting: !plain && !Engine && !failed,
    failed: !plain && failed,
  };
}
