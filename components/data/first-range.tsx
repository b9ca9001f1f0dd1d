// Loading, error and canceled states of a list that loads by ranges, until its first rows are there.

'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '#lib/api/error';
import { QueryPlaceholder } from './query-result.tsx';

/** Rows loaded by ranges, from the first response (`useRowRanges` of lib/api). */
type Ranges = {
  total: number | null;
  error: ApiError | null;
  request: (from: number, to: number) => void;
  stop: () => void;
  retry: () => void;
};

type Props = { ranges: Ranges; waiting: string; lines?: number; children: () => ReactNode };

const firstRows = 40;

/** Loading, error and canceled states of a list until its first rows are loaded; then its content. */
export function FirstRange({ ranges, waiting, lines = 12, children }: Props) {
  const { total, error, request, stop, retry } = ranges;
  const [canceled, setCanceled] = useState(false);
  const reading = total === null && !error && !canceled;
  useEffect(() => {
    if (reading) request(0, firstRows);
  }, [reading, request]);
  if (total !== null) return children();
  const again = () => {
    setCanceled(false);
    retry();
  };
  const cancel = () => {
    setCanceled(true);
    stop();
  };
  return <QueryPlaceholder {...{ error, waiting, lines, cancel }} isFetching={reading} retry={again} />;
}
