'use client';

import { useMemo } from 'react';
import { ApiError } from '#lib/api/error';
import { journalQuery } from '#lib/api/register-queries';
import { type Period, pieces } from '#lib/register/periods';
import type { DateBasis } from '#lib/register/transactions/date-bases';
import { entriesOf, type JournalEntry } from '#lib/register/transactions/journal';
import { useLimitedQueries } from './use-limited-queries.ts';

const atOnce = 3;

/**
 * The journal of a period, loaded in parts, three at a time; entries can be shown as they come, oldest first.
 * `complete` is true when every part is loaded.
 */
export function useJournal(issuer: number, period: Period, basis: DateBasis = 'EffectiveDate') {
  const { from, to } = period;
  const queries = useMemo(
    () => pieces({ from, to }).map((piece) => journalQuery(issuer, piece.from, piece.to, basis)),
    [issuer, from, to, basis],
  );
  const { data, updated, error, ...reads } = useLimitedQueries(queries, atOnce);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are in a new array at every render, their times are not
  const entries = useMemo<JournalEntry[]>(() => data.flatMap((one) => entriesOf(one) ?? []), [updated]);
  const unreadable = data.some((one) => one !== undefined && entriesOf(one) === null);
  return {
    ...reads,
    entries,
    pieces: queries.length,
    error: error ?? (unreadable ? new ApiError('upstream_unreadable') : null),
  };
}
