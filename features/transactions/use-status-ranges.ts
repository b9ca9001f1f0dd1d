// React hook for the list of transactions by status, loaded while scrolling.

'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Sort } from '#components/table/layout/view';
import { useRowRanges } from '#lib/api/rows/row-ranges';
import type { ResponseFor } from '#lib/contract/index';
import { type StatusFilter, statusRow } from '#lib/register/transactions/status';
import { statusInput } from './queries.ts';
import { inRequestedOrder, sortedIds, statusOrder } from './status-order.ts';

type Requested = { issuer: number; status: StatusFilter; type: string | null; today: string };
type Item = ResponseFor<'GetTAStatusTransactions'>['transactions'][number];

/** Rows checked to see whether the registry kept the order. */
const provingRows = 100;

const same = (a: Sort | null, b: Sort | null) => a?.id === b?.id && a?.desc === b?.desc;

/**
 * Transactions of a status, loaded as the user scrolls; `first` and the column headers choose the operation's
 * order.
 */
export function useStatusRanges({ issuer, status, type, today }: Requested, first: Sort | null) {
  const [sort, setSort] = useState(first);
  const { requested, order } = statusOrder(sort);
  const toRow = useCallback((item: Item) => statusRow(item, today), [today]);
  const ranges = useRowRanges('GetTAStatusTransactions', statusInput(issuer, status, type, order), toRow);
  const { at } = ranges;
  // Another order has as many rows: the table and its focus stay while they load.
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (ranges.total !== null) known.current = ranges.total;
  }, [ranges.total]);
  const total = ranges.total ?? known.current;
  const proven = inRequestedOrder(
    Array.from({ length: Math.min(provingRows, total ?? 0) }, (_, index) => at(index)),
    requested,
  );
  const set = useCallback(
    (next: Sort | null) => setSort((before) => (same(before, next) ? before : next)),
    [],
  );
  const [id, desc] = [requested.id, requested.desc];
  const current = useMemo(() => (proven ? { id, desc } : null), [proven, id, desc]);
  return useMemo(
    () => ({ ...ranges, total, order: { ids: proven ? sortedIds : [], current, set } }),
    [ranges, total, proven, current, set],
  );
}
