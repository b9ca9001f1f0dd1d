// Sends a form, confirms the sign-in before it, and tells which errors leave the outcome open.

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { confirmPassword } from '#lib/api/session';
import { writeJson } from '#lib/contract/wire/json';

type Sending = {
  id: 'CreateOrUpdate' | 'CreateNewIssuance';
  body: Record<string, unknown>;
  about: Record<string, string>;
  /** Requested when the last sign-in is too old. */
  password: Confirmation | null;
};

export type Confirmation = { text: string; code: string };

/** Confirms the sign-in where a password or code was asked for. Throws `step_up_required` naming what is wrong. */
export async function confirmSignIn(confirmation: Confirmation | null): Promise<void> {
  if (!confirmation) return;
  const rejected = await confirmPassword(confirmation.text, confirmation.code);
  if (rejected)
    throw new ApiError('step_up_required', {
      message: rejected.message,
      fields: rejected.fields ?? { password: [rejected.message] },
    });
}

/**
 * Sends a form. All earlier reads are stale afterwards, whatever the response: a lost one may have taken
 * effect.
 */
export function useSend() {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation<unknown, ApiError, Sending>({
    mutationFn: async ({ id, body, about, password }) => {
      await confirmSignIn(password);
      // Written digit by digit: JavaScript numbers are not exact beyond 2^53.
      return call(id, writeJson(body) as never, { about });
    },
    onSettled: () => client.invalidateQueries({ refetchType: 'none' }),
  });
}

/** True when the server knows the state of the write after this error; the page then shows the outcome. */
export const isOutcome = (error: ApiError) => error.code === 'outcome_unknown' || error.code === 'duplicate';

/** No response reached this window, but the server may have received the request. */
export const isBrokenOff = (error: ApiError) => error.requestId === '' && error.code !== 'step_up_required';
