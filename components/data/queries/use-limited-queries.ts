'use client';

import { type DataTag, type QueryKey, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import type { ApiError } from '#lib/api/error';

type Requested<T> = { queryKey: DataTag<QueryKey, T, ApiError> };

const cacheMs = 5 * 60_000;

/**
 * Several reads of the query cache, `atOnce` at a time and in order; results can be shown while others load.
 * Replaces the library's `useQueries`, which adds far more code. `queries` must be stable between renders.
 */
export function useLimitedQueries<T>(queries: readonly Requested<T>[], atOnce: number) {
  const client = useQueryClient();
  const [turn, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stateOf = ({ queryKey }: Requested<T>) => client.getQueryState(queryKey);
    // One observer each: it reads in its turn, reports changes, and keeps the result in the cache.
    const observers = queries.map(
      (one) => new QueryObserver(client, { ...one, staleTime: cacheMs, enabled: false }),
    );
    const done = () => queries.filter((one) => stateOf(one)?.status === 'success').length;
    let open = 0;
    let opening = false;
    const next = () => {
      // Setting options notifies as well; reads must start in order, so these notifications are ignored.
      if (opening) return;
      opening = true;
      for (; open < Math.min(done() + atOnce, queries.length); open += 1)
        observers[open]?.setOptions({
          ...(queries[open] as Requested<T>),
          staleTime: cacheMs,
          enabled: true,
        });
      opening = false;
      redraw();
    };
    const leave = observers.map((one) => one.subscribe(next));
    next();
    return () => {
      for (const end of leave) end();
    };
  }, [client, queries, atOnce]);
  const results = queries.map(({ queryKey }) => client.getQueryState<T, ApiError>(queryKey));
  const complete = results.every((one) => one?.data !== undefined);
  return {
    /** Undefined where nothing is loaded yet. */
    data: results.map((one) => one?.data),
    /** Changes with every result. */
    updated: results.map((one) => one?.dataUpdatedAt ?? 0).join(),
    read: results.filter((one) => one?.data !== undefined).length,
    complete,
    error: results.find((one) => one?.error)?.error ?? null,
    // Before the first effect no read has started yet, but none was canceled either.
    isFetching: results.some((one) => one?.fetchStatus === 'fetching') || (turn === 0 && !complete),
    retry: () => {
      for (const [index, { queryKey }] of queries.entries())
        if (results[index]?.error || results[index]?.data === undefined)
          void client.refetchQueries({ queryKey, exact: true });
    },
    cancel: () => {
      for (const { queryKey } of queries) void client.cancelQueries({ queryKey, exact: true });
    },
  };
}
