// Requests sorted or all rows from the operation, for a table that loads by ranges.

'use client';

import { useEffect, useRef } from 'react';
import { type Arranged, isFiltered, isPlain } from '../layout/view.ts';
import type { RangeSource } from './range-source.ts';

/**
 * Leaves a sort by one column to the operation where it supports that column. True while the view needs every
 * row.
 */
export function useOperationSort<Row>(ranges: RangeSource<Row> | undefined, view: Arranged): boolean {
  const [first, second] = view.sort;
  const order = ranges?.all ? undefined : ranges?.order;
  const bySort = first && !second && !isFiltered(view) && order?.ids.includes(first.id) ? first : null;
  const plain = isPlain(view);
  const [id, desc] = [bySort?.id, bySort?.desc];
  const set = order?.set;
  useEffect(() => {
    if (id !== undefined && desc !== undefined) set?.({ id, desc });
    else if (plain) set?.(null);
  }, [set, id, desc, plain]);
  return !plain && !bySort;
}

/**
 * Loads all rows when the operation does not support the sort or filter, once for each `request`; '' when none
 * is requested.
 */
export function useReadAllFor<Row>(ranges: RangeSource<Row> | undefined, request: string) {
  const started = useRef('');
  useEffect(() => {
    if (!ranges || ranges.all || ranges.total === null || started.current === request) return;
    started.current = request;
    if (request) ranges.readAll();
  }, [request, ranges]);
}
