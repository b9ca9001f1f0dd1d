// Queries of the user's report runs.

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunView } from '../runs/view.ts';
import { queryText, request } from './call.ts';
import type { ApiError } from './error.ts';

export type Run = RunView;

const followMs = 700;
const listMs = 3_000;

/** Which runs to list: of one issuer, of one operation, and how many at most. */
export type RunFilter = { issuer?: number | null; report?: string | null; limit?: number };

const everything: RunFilter = {};

/** The user's own runs, newest first; polled only while one is in progress. */
export const runsQuery = (filter: RunFilter = everything) =>
  queryOptions<readonly Run[], ApiError>({
    queryKey: ['runs', filter],
    queryFn: async ({ signal }) =>
      ((await request(`/api/runs${queryText(filter)}`, { signal })) as { runs: readonly Run[] }).runs,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? listMs : false),
    placeholderData: keepPreviousData,
  });

/** One run, polled until it has ended. */
export const runQuery = (id: string) =>
  queryOptions<Run, ApiError>({
    queryKey: ['runs', id],
    queryFn: async ({ signal }) => (await request(`/api/runs/${encodeURIComponent(id)}`, { signal })) as Run,
    refetchInterval: ({ state }) => (state.data === undefined || isActive(state.data) ? followMs : false),
    staleTime: 0,
  });

/** True while a report is in progress. */
export const isActive = (run: RunView) => run.state === 'sent' || run.state === 'receiving';
