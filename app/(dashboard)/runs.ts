import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import type { RunView } from '#lib/runs/view';

export type Run = RunView;

const followMs = 700;
const listMs = 3_000;

export const isUnderWay = (run: Run) => run.state === 'sent' || run.state === 'receiving';

/** The person's own runs, newest first; asked for again only while one is under way. */
export const runsQuery = () =>
  queryOptions<readonly Run[], ApiError>({
    queryKey: ['runs'],
    queryFn: async ({ signal }) =>
      ((await request('/api/runs', { signal })) as { runs: readonly Run[] }).runs,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? listMs : false),
  });

/** One run, followed closely until it has ended. */
export const runQuery = (id: string) =>
  queryOptions<Run, ApiError>({
    queryKey: ['runs', id],
    queryFn: async ({ signal }) => (await request(`/api/runs/${encodeURIComponent(id)}`, { signal })) as Run,
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? followMs : false),
    staleTime: 0,
  });
