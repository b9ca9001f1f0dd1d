'use client';

import { useMemo } from 'react';
import type { ShownError } from '@/components/ui/states';
import type { RowWindow } from './row-model.tsx';
import { plainView, type Sort } from './view.ts';

/** Rows read by index where the table is looked at: what `useRowRanges` of lib/api gives. */
export type RangeSource<Row> = {
  /** Null before the first answer. */
  total: number | null;
  received: number;
  at: (index: number) => Row | undefined;
  /** Every row once all are here; from then on the table sorts and filters as usual. */
  all: readonly Row[] | null;
  readingAll: boolean;
  /** That began by itself, because it is short. */
  short?: boolean;
  moved: boolean;
  error: ShownError | null;
  /** Rows drawn now, so that these are read first. */
  want: (from: number, to: number) => void;
  readAll: () => void;
  stop: () => void;
  retry: () => void;
  again: () => void;
  /** Columns the operation sorts by itself, how it does so now, and how it is asked to; null for its usual order. */
  order?: { ids: readonly string[]; current: Sort | null; set: (sort: Sort | null) => void };
};

/** A window over rows of which only some are here. */
export function useRangeWindow<Row>(ranges: RangeSource<Row> | undefined): RowWindow<Row> | null {
  return useMemo(
    () =>
      !ranges || ranges.all
        ? null
        : {
            count: ranges.total ?? 0,
            at: ranges.at,
            all: [],
            total: ranges.total,
            complete: false,
            arranged: plainView,
          },
    [ranges],
  );
}
