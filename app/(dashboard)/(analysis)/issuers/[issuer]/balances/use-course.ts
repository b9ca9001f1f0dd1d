'use client';

import { useMemo } from 'react';
import type { Balance } from '../../../../capacity-of.ts';
import { balanceQuery } from '../../../../queries.ts';
import { useLimitedQueries } from '../../../../use-limited-queries.ts';

const atOnce = 4;

/** Balances of several days, read a few at a time; null for a day that is not loaded yet. */
export function useCourse(issuer: number, days: readonly string[]) {
  const queries = useMemo(() => days.map((day) => balanceQuery(issuer, day)), [issuer, days]);
  const { data, ...reads } = useLimitedQueries(queries, atOnce);
  return { ...reads, balances: data.map((one): readonly Balance[] | null => one ?? null) };
}
