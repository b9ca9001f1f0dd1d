// Queries of the user's writes, and actions on one whose outcome is open.

'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WriteView } from '../gateway/writes/write-view.ts';
import { request } from './call.ts';
import type { ApiError } from './error.ts';

export type Write = WriteView;

const followMs = 2_000;
/** After about a minute without a result the user has to decide. */
const checksMax = 30;

/** The user's writes, those with unknown outcome first. */
export const writesQuery = () =>
  queryOptions<readonly Write[], ApiError>({
    queryKey: ['writes'],
    queryFn: async ({ signal }) =>
      ((await request('/api/writes', { signal })) as { writes: readonly Write[] }).writes,
  });

const act = async (id: string, action: 'check' | 'send' | 'drop', signal?: AbortSignal) =>
  (await request(`/api/writes/${encodeURIComponent(id)}`, {
    method: 'POST',
    body: { action },
    signal,
  })) as Write;

/** One write, polled until its outcome is known; each read makes the server look for it. */
export const outcomeQuery = (write: Write) =>
  queryOptions<Write, ApiError>({
    queryKey: ['writes', write.id],
    queryFn: ({ signal }) => act(write.id, 'check', signal),
    initialData: write,
    initialDataUpdatedAt: 0,
    staleTime: write.endedAt ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) =>
      state.data?.endedAt || state.data?.state === 'intent' || state.dataUpdateCount > checksMax
        ? false
        : followMs,
  });

/** Sends an open write again under its own id, or discards one that was never sent. */
export function useWriteAction(write: Write) {
  const client = useQueryClient();
  return useMutation<Write, ApiError, 'send' | 'drop'>({
    mutationFn: (action) => act(write.id, action),
    onSuccess: (after) => client.setQueryData(['writes', write.id], after),
  });
}
