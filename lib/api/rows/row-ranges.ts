// React hook for the rows of a paged operation, loaded for the visible range of a table.

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { EndpointId, InputFor, ResponseFor } from '#lib/contract/index';
import { useApi } from '../provider.ts';
import { query } from '../query.ts';
import { firstRows, moreRows } from './paging.ts';
import { rangeStore } from './range-store.ts';

type ItemOf<Id extends EndpointId> =
  ResponseFor<Id> extends { shareholders: readonly (infer Item)[] }
    ? Item
    : ResponseFor<Id> extends { transactions: readonly (infer Item)[] }
      ? Item
      : never;

/** A page while scrolling: a few viewports of rows. For all rows, the largest pages allowed are used. */
const seenRows = 250;
const heldRowsMax = 20_000;
/** A register of a few thousand rows is loaded completely, so that search and totals work. */
const wholeRequestsMax = 5;
const settleMs = 60;
const cacheMs = 60_000;

/**
 * Rows of a paged operation by index, loaded only for the visible part of the table; pass the result to
 * `DataTable` as `ranges`. A changed input starts again. `toRow` must be defined at module level.
 */
export function useRowRanges<Id extends EndpointId, Row>(
  id: Id,
  input: InputFor<Id>,
  toRow: (item: ItemOf<Id>) => Row,
) {
  const { wire } = useApi();
  const client = useQueryClient();
  const paging = wire[id]?.paging;
  if (!paging) throw new Error(`${id} is not paged`);
  const key = JSON.stringify(input);
  const first = useRef<ResponseFor<Id> | null>(null);
  const readAnew = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input's text stands for the input
  const store = useMemo(() => {
    first.current = null;
    return rangeStore<Row>({
      rowsMax: { seen: seenRows, all: moreRows, first: firstRows },
      heldMax: heldRowsMax,
      wholeRequestsMax,
      settleMs,
      fetchPage: async (start, rows, signal) => {
        const page = { ...(input as object), [paging.start]: start, [paging.rows]: rows } as InputFor<Id>;
        const requested = query(id, page);
        signal.addEventListener(
          'abort',
          () => void client.cancelQueries({ queryKey: requested.queryKey, exact: true }),
        );
        const fresh = readAnew.current ? { staleTime: 0 } : {};
        const response = await client.fetchQuery({ ...requested, gcTime: cacheMs, ...fresh });
        first.current ??= response;
        const fields = response as Record<string, unknown>;
        const items = (fields[paging.items] ?? []) as readonly ItemOf<Id>[];
        return { items: items.map(toRow), total: Number(fields[paging.total] ?? start + items.length) };
      },
    });
  }, [id, key, client, toRow]);
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  useEffect(() => store.stop, [store]);
  return useMemo(() => {
    const { total, complete } = state;
    const all =
      complete && total !== null ? Array.from({ length: total }, (_, index) => store.at(index) as Row) : null;
    return {
      ...state,
      /** All rows once every one is loaded, else null. */
      all,
      at: store.at,
      request: store.request,
      readAll: store.readAll,
      stop: store.stop,
      retry: store.retry,
      again: () => {
        readAnew.current = true;
        first.current = null;
        store.again();
      },
      /** The first response, for its data beside the rows. */
      first: first.current,
    };
  }, [state, store]);
}
