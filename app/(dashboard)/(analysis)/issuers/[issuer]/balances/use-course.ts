'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Balance } from '../../../../capacity-of.ts';
import { balanceQuery } from '../../../../queries.ts';

const atOnce = 4;
const keptMs = 5 * 60_000;

/** The balances of several days, read a few at a time; null where one is not here yet. */
export function useCourse(issuer: number, days: readonly string[]) {
  const client = useQueryClient();
  const queries = useMemo(() => days.map((day) => balanceQuery(issuer, day)), [issuer, days]);
  const done = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.status === 'success').length;
  const results = useQueries({
    queries: queries.map((one, index) => ({ ...one, staleTime: keptMs, enabled: index < done + atOnce })),
  });
  return {
    balances: results.map((one): readonly Balance[] | null => one.data ?? null),
    read: results.filter((one) => one.data !== undefined).length,
    complete: results.every((one) => one.data !== undefined),
    error: results.find((one) => one.error)?.error ?? null,
    isFetching: results.some((one) => one.isFetching),
    retry: () => {
      for (const one of results) if (one.data === undefined) void one.refetch();
    },
    cancel: () => {
      for (const { queryKey } of queries) void client.cancelQueries({ queryKey, exact: true });
    },
  };
}
