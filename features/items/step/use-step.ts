'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import { isBrokenOff } from '#components/submission/send';
import { request } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { confirmPassword } from '#lib/api/session';
import type { Write } from '#lib/api/writes';
import type { ResponseFor } from '#lib/contract/index';
import { type ItemRow, type StepName, steps } from '../model.ts';

export type StepResult = ResponseFor<'PostItems'>['results'][number];
type Results = readonly Pick<StepResult, 'itemId' | 'isDone' | 'message' | 'code'>[];
type Sending = { items: readonly ItemRow[]; more: object; password: { text: string; code: string } | null };

const followMs = 2_000;

/**
 * Sends one step under one id. A lost answer is followed in the outbox until the outcome is known; pressing again
 * sends the same id, which the registry records once.
 */
export function useStep(name: StepName) {
  const { call } = useApi();
  const client = useQueryClient();
  const [idempotencyId] = useState(randomKey);
  const [sent, setSent] = useState<string | null>(null);
  const send = useMutation<Results, ApiError, Sending>({
    mutationFn: async ({ items, more, password }) => {
      if (password) {
        const rejected = await confirmPassword(password.text, password.code);
        if (rejected)
          throw new ApiError('step_up_required', {
            message: rejected.message,
            fields: rejected.fields ?? { password: [rejected.message] },
          });
      }
      const body = {
        idempotencyId,
        items: items.map(({ itemId, version }) => ({ itemId, version })),
        ...more,
      };
      const { results } = await call(steps[name].operation, body as never);
      return results;
    },
    onError: ({ code, write }) => {
      if ((code === 'outcome_unknown' || code === 'duplicate') && write) setSent(write);
    },
    onSettled: () => {
      void client.invalidateQueries({ refetchType: 'none' });
      // The list shows what was done at once, not with its next look.
      void client.refetchQueries({ queryKey: ['GetItemChanges'] });
    },
  });
  const followed = useQuery<Write, ApiError>({
    queryKey: ['writes', sent],
    enabled: sent !== null,
    queryFn: async ({ signal }) =>
      (await request(`/api/writes/${encodeURIComponent(sent ?? '')}`, {
        method: 'POST',
        body: { action: 'check' },
        signal,
      })) as Write,
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : followMs),
  });
  const found = followed.data?.endedAt ? followed.data : null;
  const known = found?.state === 'done' ? ((found.result?.results ?? []) as Results) : null;
  return {
    send,
    results: send.data ?? known,
    isUnknown: sent !== null && known === null && found?.state !== 'refused',
    isRefused: found?.state === 'refused',
    isBrokenOff: send.error !== null && isBrokenOff(send.error),
  };
}
