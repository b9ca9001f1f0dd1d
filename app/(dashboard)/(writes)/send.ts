'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { confirmPassword } from '#lib/api/session';
import { writeJson } from '#lib/contract/json';

type Sending = {
  id: 'CreateOrUpdate' | 'CreateNewIssuance';
  body: Record<string, unknown>;
  about: Record<string, string>;
  /** Entered again when the last sign-in has aged. */
  password: { text: string; code: string } | null;
};

/** Sends a form. Everything read before is stale afterwards, whatever the answer: even a lost one may have taken effect. */
export function useSend() {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation<unknown, ApiError, Sending>({
    mutationFn: async ({ id, body, about, password }) => {
      if (password) {
        const refused = await confirmPassword(password.text, password.code);
        if (refused)
          throw new ApiError('step_up_required', {
            message: refused.message,
            fields: refused.fields ?? { password: [refused.message] },
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
