// Last step of a form: sends it once, with re-authentication where it is needed.

'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import type { Route } from '#lib/routes';
import { Form, type FormFailure } from '../form/form.tsx';
import { type AuthMethods, useAuthMethods } from '../step-up/auth-methods.tsx';
import { reauthError } from '../step-up/provider-reauth.tsx';
import { StepUpFields } from '../step-up/step-up-fields.tsx';
import { Button } from '../ui/button.tsx';
import { isBrokenOff, isOutcome, useSend } from './send.ts';

type Props = {
  operation: 'CreateOrUpdate' | 'CreateNewIssuance';
  /** Built anew for each press. */
  request: () => { body: Record<string, unknown>; about: Record<string, string> };
  /** Page of the outcome. */
  outcome: Route;
  submit: string;
  onBack: () => void;
  /** The server reported errors in fields. */
  onErrors: (failure: FormFailure) => void;
  onSent: () => void;
  children?: ReactNode;
};

/**
 * Last step of a review: one press, one request. Handles a second press, a lost response and an old sign-in.
 */
export function SubmitStep(props: Props) {
  const { operation, request, outcome, submit, onBack, onErrors, onSent, children } = props;
  const router = useRouter();
  const send = useSend();
  const pressed = useRef(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const ways = useAuthMethods();
  const { error } = send;
  const stepUp = error?.code === 'step_up_required';

  const press = () => {
    if (pressed.current) return;
    pressed.current = true;
    const leave = () => {
      onSent();
      router.replace(outcome);
    };
    send.mutate(
      {
        id: operation,
        ...request(),
        password: stepUp && (password || code) ? { text: password, code } : null,
      },
      {
        onSuccess: leave,
        onError: (rejected) => {
          const needsCode = rejected.fields?.code !== undefined;
          // When only the code is missing, the typed password stays.
          if (!needsCode) setPassword('');
          setCode('');
          if (needsCode) setNeedsCode(true);
          if (isOutcome(rejected)) return leave();
          pressed.current = false;
          const fields = Object.keys(rejected.fields ?? {}).filter(
            (name) => name !== 'password' && name !== 'code',
          );
          if (fields.length > 0) onErrors(rejected);
        },
      },
    );
  };

  return (
    <Form
      className="mt-6"
      pending={send.isPending || send.isSuccess || (error !== null && isOutcome(error))}
      error={error && !isOutcome(error) ? asText(error, ways) : null}
      onSubmit={press}
      submit={submit}
      pendingLabel="Sending…"
      labels={{ password: 'Password', code: 'Code' }}
      aside={
        <Button variant="quiet" onClick={onBack}>
          Back to form
        </Button>
      }
    >
      {children}
      {stepUp && (
        <StepUpFields
          hint="Required before a change to the register if your last sign-in is more than 10 minutes old."
          password={password}
          onPassword={setPassword}
          needsCode={needsCode}
          code={code}
          onCode={setCode}
          className="max-w-sm"
        />
      )}
    </Form>
  );
}

function asText(error: FormFailure & { code: string; requestId: string }, ways: AuthMethods): FormFailure {
  if (error.code === 'step_up_required')
    return {
      code: error.code,
      requestId: error.requestId,
      ...(error.fields
        ? { message: error.message, fields: error.fields }
        : reauthError(ways, 'Enter your password again to send this. Your input is saved.')),
    };
  if (isBrokenOff(error as never))
    return {
      code: error.code,
      message:
        'The connection was lost before the registry responded. Press the button again: the same request is never recorded twice.',
    };
  // A lost response has a code of its own: any other registry error means that nothing was recorded.
  if (error.code.startsWith('upstream_'))
    return {
      ...error,
      requestId: error.requestId,
      code: error.code,
      message: `${error.message} Nothing was recorded.`,
    };
  return error;
}
