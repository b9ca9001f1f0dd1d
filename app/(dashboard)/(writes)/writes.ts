'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { signIn } from '#lib/api/session';
import { writeJson } from '#lib/contract/json';
import type { WriteView } from '#lib/upstream/write-view';

export type Write = WriteView;

const followMs = 2_000;

/** The person's writes, those without an outcome first. */
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

/** One write, followed until its outcome is known; looking at it is what finds it out. */
export const outcomeQuery = (write: Write) =>
  queryOptions<Write, ApiError>({
    queryKey: ['writes', write.id],
    queryFn: ({ signal }) => act(write.id, 'check', signal),
    initialData: write,
    initialDataUpdatedAt: 0,
    staleTime: write.endedAt ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) =>
      state.data?.endedAt || state.data?.state === 'intent' ? false : followMs,
  });

/** Sends an open write again under its own id, or gives up one that was never sent. */
export function useWriteAction(write: Write) {
  const client = useQueryClient();
  return useMutation<Write, ApiError, 'send' | 'drop'>({
    mutationFn: (action) => act(write.id, action),
    onSuccess: (after) => client.setQueryData(['writes', write.id], after),
  });
}

type Sending = {
  id: 'CreateOrUpdate' | 'CreateNewIssuance';
  body: Record<string, unknown>;
  about: Record<string, string>;
  /** Entered again when the last sign-in has aged. */
  password: { email: string; text: string } | null;
};

/** Sends a form. Everything read before is stale afterwards, whatever the answer: even a lost one may have taken effect. */
export function useSend() {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation<unknown, ApiError, Sending>({
    mutationFn: async ({ id, body, about, password }) => {
      if (password) {
        const refused = await signIn(password.email, password.text);
        if (refused)
          throw new ApiError('step_up_required', {
            message: refused.message,
            fields: { password: [refused.message] },
          });
      }
      // Digit by digit: a share count beyond 2^53 is no JavaScript number.
      return call(id, writeJson(body) as never, { about });
    },
    onSettled: () => client.invalidateQueries({ refetchType: 'none' }),
  });
}

/** What the server knows of a form after an answer like this; the page then shows the outcome. */
export const isOutcome = (error: ApiError) => error.code === 'outcome_unknown' || error.code === 'duplicate';

/** No answer reached this window: the server may have got it all the same. */
export const isBrokenOff = (error: ApiError) => error.requestId === '' && error.code !== 'step_up_required';
