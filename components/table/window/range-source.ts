'use client';

import { useMemo } from 'react';
import type { ShownError } from '#components/ui/states';
import { plainView, type Sort } from '../layout/view.ts';
import type { RowWindow } from '../rows/row-model.tsx';

/** Rows loaded by index as the user scrolls, as returned by `useRowRanges` of lib/api. */
export type RangeSource<Row> = {
  /** Null before the first response. */
  total: number | null;
  received: number;
  at: (index: number) => Row | undefined;
  /** Every row once all are loaded; from then on the table sorts and filters in memory. */
  all: readonly Row[] | null;
  readingAll: boolean;
  /** `readingAll` began by itself, because the list is short. */
  short?: boolean;
  moved: boolean;
  error: ShownError | null;
  /** Reports the rows being rendered, so that these load first. */
  request: (from: number, to: number) => void;
  readAll: () => void;
  stop: () => void;
  retry: () => void;
  again: () => void;
  /** Columns the operation can sort by, its current sort, and how to change it; null for its default order. */
  order?: { ids: readonly string[]; current: Sort | null; set: (sort: Sort | null) => void };
};

/** A window over rows of which only some are loaded. */
export function useRangeWindow<Row>(ranges: RangeSource<Row> | undefined): RowWindow<Row> | null {
  return useMemo(
    () =>
      !ranges || ranges.all
        ? null
        : {
            count: ranges.total ?? 0,
            lead: [],
            at: ranges.at,
            all: [],
            total: ranges.total,
            complete: false,
            arranged: plainView,
          },
    [ranges],
  );
}
