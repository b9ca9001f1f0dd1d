'use client';

import { type ReactNode, useMemo, useState } from 'react';
import type { Column } from './columns.tsx';
import type { Made } from './engine.tsx';
import { onDemand } from './on-demand.ts';
import { inOrder, sameSort } from './row-order.ts';
import { type Arranged, isFiltered, plainView, type Sort } from './view.ts';

const engine = onDemand(() => import('./engine.tsx').then((part) => part.Engine));

/** Fetches what sorts and filters ahead of its need. Never rejects. */
export const loadEngine = engine.load;

/** What the table draws, read by index. */
export type RowWindow<Row> = {
  count: number;
  /** Undefined where the row is not here yet. */
  at: (index: number) => Row | undefined;
  /** The rows in order; none while some are missing. */
  all: readonly Row[];
  /** Out of how many; null before the registry has said. */
  total: number | null;
  /** False while only the ranges looked at are here: then nothing can be sorted, filtered or added up. */
  complete: boolean;
  /** How these rows were arranged: the view itself, or the one before while what arranges them is on its way. */
  arranged: Arranged;
};

export type RowModel<Row> = {
  window: RowWindow<Row>;
  /** Arranges the rows; drawn somewhere within the table. */
  worker: ReactNode;
  /** The rows are not yet as asked, because the code that arranges them is being fetched. */
  waiting: boolean;
  /** That code could not be fetched. */
  failed: boolean;
};

const windowOf = <Row,>(all: readonly Row[], total: number, arranged: Arranged): RowWindow<Row> => ({
  count: all.length,
  at: (index) => all[index],
  all,
  total,
  complete: true,
  arranged,
});

/**
 * Filters and sorts an array in memory. Its own order and the page's (`first`) are there at once; whatever a person or
 * an address asks for beyond is made by the engine, which is fetched then. While rows are `arriving` they stand as
 * they came, so that none moves. `rows`, `columns` and `asked` must keep their identity.
 */
export function useRowModel<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  asked: Arranged,
  first: readonly Sort[],
  arriving = false,
): RowModel<Row> {
  const [usual] = useState<Arranged>({ ...plainView, sort: first });
  const plain = !isFiltered(asked) && (asked.sort.length === 0 || sameSort(asked.sort, usual.sort));
  const { part: Engine, failed } = engine.use(!plain);
  const [made, setMade] = useState<Made<Row> | null>(null);
  const unsorted = useMemo(() => ({ ...asked, sort: [] }), [asked]);
  const meanwhile = !plain ? usual : arriving ? unsorted : asked;
  const ordered = useMemo(() => inOrder(rows, columns, meanwhile.sort), [rows, columns, meanwhile.sort]);
  const unasked = useMemo(() => windowOf(ordered, rows.length, meanwhile), [ordered, rows, meanwhile]);
  // Rows made for the question before stay until those of this one are here.
  const answered = useMemo(() => made && windowOf(made.all, made.rows.length, made.asked), [made]);
  return {
    window: plain ? unasked : (answered ?? unasked),
    worker: !plain && Engine && rows.length > 0 && <Engine {...{ rows, columns, asked }} onMade={setMade} />,
    waiting: !plain && !Engine && !failed,
    failed: !plain && failed,
  };
}
