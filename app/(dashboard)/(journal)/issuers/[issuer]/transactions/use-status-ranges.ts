'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRowRanges } from '#lib/api/row-ranges';
import type { Answer } from '#lib/api/wire';
import type { Sort } from '@/components/table/view';
import { type StatusFilter, statusRow } from '../../../../status.ts';
import { statusInput } from './queries.ts';
import { inOrderAsked, sortedIds, statusOrder } from './status-order.ts';

type Wanted = { issuer: number; status: StatusFilter; type: string | null; today: string };
type Item = Answer<'GetTAStatusTransactions'>['transactions'][number];

/** Rows that show whether an order was kept. */
const provingRows = 100;

const same = (a: Sort | null, b: Sort | null) => a?.id === b?.id && a?.desc === b?.desc;

/** The transactions of a status where somebody looks, in the order of the operation that `first` and presses ask for. */
export function useStatusRanges({ issuer, status, type, today }: Wanted, first: Sort | null) {
  const [sort, setSort] = useState(first);
  const { asked, order } = statusOrder(sort);
  const toRow = useCallback((item: Item) => statusRow(item, today), [today]);
  const ranges = useRowRanges('GetTAStatusTransactions', statusInput(issuer, status, type, order), toRow);
  const { at } = ranges;
  // Another order has as many rows: the table stays, and the focus in it, while they come.
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (ranges.total !== null) known.current = ranges.total;
  }, [ranges.total]);
  const total = ranges.total ?? known.current;
  const proven = inOrderAsked(
    Array.from({ length: Math.min(provingRows, total ?? 0) }, (_, index) => at(index)),
    asked,
  );
  const set = useCallback(
    (next: Sort | null) => setSort((before) => (same(before, next) ? before : next)),
    [],
  );
  const [id, desc] = [asked.id, asked.desc];
  const current = useMemo(() => (proven ? { id, desc } : null), [proven, id, desc]);
  return useMemo(
    () => ({ ...ranges, total, order: { ids: proven ? sortedIds : [], current, set } }),
    [ranges, total, proven, current, set],
  );
}
