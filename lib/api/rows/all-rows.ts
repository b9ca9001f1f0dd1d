'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { EndpointId, InputFor, ResponseFor } from '#lib/contract/index';
import { useApi } from '../provider.ts';
import { allRowsKey, firstPageInput } from './all-rows-key.ts';
import { moreRows, movedWhileRead, nextStart, type PageSeen } from './paging.ts';

/**
 * Loads every row of a paged operation, page by page; rows can be shown as they arrive. The first page is
 * small, so that rows show early. `stop` ends loading and keeps the loaded rows; `goOn` loads the rest. Of a
 * list with more than `wholeMax` rows, only the first page is loaded until `goOn` is called: it is `tooLong`.
 */
export function useAllRows<Id extends EndpointId>(
  id: Id,
  input: InputFor<Id>,
  enabled = true,
  wholeMax = Number.POSITIVE_INFINITY,
) {
  const { call, wire } = useApi();
  const client = useQueryClient();
  const [stopped, setStopped] = useState(false);
  const [requested, setRequested] = useState(false);
  const queryKey = allRowsKey(id, input);
  const paging = wire[id]?.paging;
  if (!paging) throw new Error(`${id} is not paged`);
  const seen = (page: ResponseFor<Id>): PageSeen => {
    const fields = page as Record<string, unknown>;
    return { rows: ((fields[paging.items] ?? []) as unknown[]).length, total: Number(fields[paging.total]) };
  };
  const read = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam: start, signal }) => {
      const page = { ...(input as object), [paging.start]: start, [paging.rows]: moreRows } as InputFor<Id>;
      return call(id, start === 0 ? firstPageInput(input, paging) : page, { signal });
    },
    getNextPageParam: (_last, pages: ResponseFor<Id>[]) => nextStart(pages.map(seen)),
    enabled,
  });
  const { data, error, hasNextPage, fetchNextPage, isFetching } = read;
  const pages = useMemo(() => data?.pages ?? [], [data]);
  const counts = pages.map(seen);
  const total = counts.at(-1)?.total ?? null;
  const tooLong = !requested && hasNextPage && total !== null && total > wholeMax;
  const received = counts.reduce((sum, page) => sum + page.rows, 0);
  // Compares the start row: a page may arrive and be drawn before its loading state was observed.
  const goesOnFrom =
    enabled && hasNextPage && !isFetching && !error && !stopped && !tooLong ? received : null;
  useEffect(() => {
    if (goesOnFrom !== null) fetchNextPage();
  }, [goesOnFrom, fetchNextPage]);
  return {
    pages,
    received,
    total,
    tooLong,
    complete: pages.length > 0 && !hasNextPage,
    moved: movedWhileRead(counts),
    error,
    isFetching,
    stopped,
    updatedAt: read.dataUpdatedAt,
    stop: () => {
      setStopped(true);
      void client.cancelQueries({ queryKey, exact: true });
    },
    goOn: () => {
      setRequested(true);
      setStopped(false);
      void fetchNextPage();
    },
    again: () => {
      setStopped(false);
      return read.refetch();
    },
  };
}
