'use client';

import { useMemo } from 'react';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { balanceQuery } from '#lib/api/register-queries';
import type { Balance } from '#lib/register/capacity';

const atOnce = 4;

/** Balances of several days, read a few at a time; null for a day that is not loaded yet. */
export function useCourse(issuer: number, days: readonly string[]) {
  const queries = useMemo(() => days.map((day) => balanceQuery(issuer, day)), [issuer, days]);
  const { data, ...reads } = useLimitedQueries(queries, atOnce);
  return { ...reads, balances: data.map((one): readonly Balance[] | null => one ?? null) };
}
