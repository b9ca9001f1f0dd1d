'use client';

import { useEffect } from 'react';
import type { Column } from '#components/table/columns';
import { termsFilter } from '#components/table/rows/filters';

const rowsPerStep = 2_000;
const pauseMs = 16;

/**
 * Prepares the search text of long lists while the browser is idle, in small steps, so that the first key press
 * finds rows as fast as later ones. `rows` and `columns` are those of the table.
 */
export function useSearchIndex<Row>(rows: readonly Row[], columns: readonly Column<Row>[], ready: boolean) {
  useEffect(() => {
    if (!ready || rows.length <= rowsPerStep) return;
    const test = termsFilter(columns, 'a');
    let at = 0;
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      for (const row of rows.slice(at, at + rowsPerStep)) test(row);
      at += rowsPerStep;
      if (at < rows.length) timer = setTimeout(step, pauseMs);
    };
    timer = setTimeout(step, pauseMs);
    return () => clearTimeout(timer);
  }, [rows, columns, ready]);
}
