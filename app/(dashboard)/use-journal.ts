'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#lib/api/error';
import { type DateBasis, entriesOf, type JournalEntry, journalQuery } from './journal.ts';
import { type Period, pieces } from './periods.ts';

const atOnce = 3;
const keptMs = 5 * 60_000;

/**
 * The journal of a period, read piece by piece, three at a time; entries can be shown as they come, oldest first.
 * `complete` is true when every piece is here.
 */
export function useJournal(issuer: number, period: Period, basis: DateBasis = 'EffectiveDate') {
  const client = useQueryClient();
  const { from, to } = period;
  const queries = useMemo(
    () => pieces({ from, to }).map((piece) => journalQuery(issuer, piece.from, piece.to, basis)),
    [issuer, from, to, basis],
  );
  const done = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.status === 'success').length;
  const results = useQueries({
    queries: queries.map((one, index) => ({ ...one, staleTime: keptMs, enabled: index < done + atOnce })),
  });
  const updated = results.map((one) => one.dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are new objects at every draw, their times are not
  const entries = useMemo<JournalEntry[]>(
    () => results.flatMap((one) => entriesOf(one.data) ?? []),
    [updated],
  );
  const unreadable = results.some((one) => one.data !== undefined && entriesOf(one.data) === null);
  return {
    entries,
    pieces: queries.length,
    read: results.filter((one) => one.data !== undefined).length,
    complete: results.every((one) => one.data !== undefined),
    error:
      results.find((one) => one.error)?.error ?? (unreadable ? new ApiError('upstream_unreadable') : null),
    isFetching: results.some((one) => one.isFetching),
    retry: () => {
      for (const one of results) if (one.error) void one.refetch();
    },
    cancel: () => {
      for (const { queryKey } of queries) void client.cancelQueries({ queryKey, exact: true });
    },
  };
}
