// React hook that sends an agent operation once and follows a lost answer.

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import type { Write } from '#lib/api/writes';
import type { FormFailure } from '../form/form.tsx';
import { type AuthMethods, useAuthMethods } from '../step-up/auth-methods.tsx';
import { reauthError } from '../step-up/provider-reauth.tsx';
import { StepUpFields } from '../step-up/step-up-fields.tsx';
import { Button } from '../ui/button.tsx';
import { randomKey } from './form-draft.ts';
import { type Confirmation, confirmSignIn, isBrokenOff } from './send.ts';

type Given<Sent, Result> = {
  /** Calls the operation under the id. */
  post: (sent: Sent, idempotencyId: string) => Promise<Result>;
  /** The result as the outbox has it. */
  resultOf: (write: Write) => Result;
  onSettled?: () => void;
  /** Called once, when it is known that the operation was done. */
  onDone?: (result: Result) => void;
};

const followMs = 2_000;

/**
 * Sends one agent operation under one id. A lost answer is followed in the outbox until the outcome is known; pressing
 * again sends the same id, which the registry records once. A sign-in that is too old is confirmed in the same form.
 */
export function useAgentWrite<Sent, Result>({ post, resultOf, onSettled, onDone }: Given<Sent, Result>) {
  const client = useQueryClient();
  const ways = useAuthMethods();
  const [idempotencyId] = useState(randomKey);
  const [write, setWrite] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = useMutation<Result, ApiError, { sent: Sent; confirmation: Confirmation | null }>({
    mutationFn: async ({ sent, confirmation }) => {
      await confirmSignIn(confirmation);
      return post(sent, idempotencyId);
    },
    onError: (error) => {
      if ((error.code === 'outcome_unknown' || error.code === 'duplicate') && error.write)
        setWrite(error.write);
    },
    onSettled: () => {
      void client.invalidateQueries({ refetchType: 'none' });
      onSettled?.();
    },
  });
  const followed = useQuery<Write, ApiError>({
    queryKey: ['writes', write],
    enabled: write !== null,
    queryFn: async ({ signal }) =>
      (await request(`/api/writes/${encodeURIComponent(write ?? '')}`, {
        method: 'POST',
        body: { action: 'check' },
        signal,
      })) as Write,
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : followMs),
  });
  const found = followed.data?.endedAt ? followed.data : null;
  const isDone = send.isSuccess || found?.state === 'done';
  const resultNow = () => (send.isSuccess ? send.data : resultOf(found as Write));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the outcome is known
  useEffect(() => {
    if (isDone) onDone?.(resultNow());
  }, [isDone]);
  const isUnknown = write !== null && found === null;
  const isRefused = found !== null && found.state !== 'done';
  const { error } = send;
  const isLost = error !== null && write === null && isBrokenOff(error);
  const isTooOld = error?.code === 'step_up_required';
  const stepUp: ReactNode = isTooOld && (
    <StepUpFields
      hint="Required if your last sign-in is more than 10 minutes old."
      password={password}
      onPassword={setPassword}
      needsCode={error.fields?.code !== undefined || code !== ''}
      code={code}
      onCode={setCode}
      className="max-w-sm"
    />
  );
  return {
    press: (sent: Sent) =>
      send.mutate({ sent, confirmation: isTooOld && (password || code) ? { text: password, code } : null }),
    isPending: send.isPending,
    isDone,
    /** Null until it is done. */
    result: isDone ? resultNow() : null,
    isUnknown,
    /** It was received and nothing was recorded. */
    isRefused,
    /** No answer: it may have been recorded, and is sent again under the same id. */
    isBrokenOff: isLost,
    failure: error && !isDone && !isUnknown && !isRefused ? failureOf(error, ways, isLost) : null,
    /** Fields that confirm the sign-in, where it is too old. */
    stepUp,
  };
}

/** What the form says of a write that failed. */
function failureOf(error: ApiError, ways: AuthMethods, isLost: boolean): FormFailure {
  if (error.code === 'step_up_required' && !error.fields)
    return { code: error.code, ...reauthError(ways, 'Enter your password again. Your input is saved.') };
  if (!isLost) return error;
  return {
    code: error.code,
    message:
      'The connection was lost before the registry responded. Press the button again: the same request is never recorded twice.',
  };
}

type NoteProps = { isUnknown: boolean; isRefused: boolean; onClose: () => void };

/** In place of the form while the outcome is unknown, and where nothing was recorded. */
export function WriteNote({ isUnknown, isRefused, onClose }: NoteProps) {
  if (isUnknown)
    return (
      <p role="status" className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
        Status unknown. It may be recorded: do not enter it again. The outcome is being looked up.
      </p>
    );
  if (!isRefused) return null;
  return (
    <>
      <p role="alert">Nothing was recorded.</p>
      <Button className="mt-3" data-autofocus onClick={onClose}>
        Close
      </Button>
    </>
  );
}
