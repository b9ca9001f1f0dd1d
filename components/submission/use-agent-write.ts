'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { confirmPassword } from '#lib/api/session';
import type { Write } from '#lib/api/writes';
import { writeJson } from '#lib/contract/wire/json';
import { randomKey } from './form-draft.ts';
import { isBrokenOff } from './send.ts';

type Operation = 'OpenRecordDifference' | 'ResolveRecordDifference';
type Sending = { body: Record<string, unknown>; password: { text: string; code: string } | null };

const followMs = 2_000;

/**
 * Sends one agent operation under one id. A lost answer is followed in the outbox until the outcome is known; pressing
 * again sends the same id, which the registry records once.
 */
export function useAgentWrite(operation: Operation) {
  const { call } = useApi();
  const client = useQueryClient();
  const [idempotencyId] = useState(randomKey);
  const [sent, setSent] = useState<string | null>(null);
  const send = useMutation<unknown, ApiError, Sending>({
    mutationFn: async ({ body, password }) => {
      if (password) {
        const rejected = await confirmPassword(password.text, password.code);
        if (rejected)
          throw new ApiError('step_up_required', {
            message: rejected.message,
            fields: rejected.fields ?? { password: [rejected.message] },
          });
      }
      // Written digit by digit: JavaScript numbers are not exact beyond 2^53.
      return call(operation, writeJson({ idempotencyId, ...body }) as never);
    },
    onError: ({ code, write }) => {
      if ((code === 'outcome_unknown' || code === 'duplicate') && write) setSent(write);
    },
    onSettled: () => client.invalidateQueries({ refetchType: 'none' }),
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
  return {
    send,
    isDone: send.isSuccess || found?.state === 'done',
    isUnknown: sent !== null && !found,
    isRefused: found?.state === 'refused',
    isBrokenOff: send.error !== null && sent === null && isBrokenOff(send.error),
  };
}
