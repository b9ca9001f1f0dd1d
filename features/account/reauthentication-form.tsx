'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { TextField } from '#components/form/fields';
import { Form } from '#components/form/form';
import { codeLabel, useAuthMethods } from '#components/step-up/auth-methods';
import { Button } from '#components/ui/button';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { signWithPasskey } from '#lib/api/passkey';
import { usePasskeyChoice } from './passkey-choice.tsx';

type Props = {
  path: string;
  body: Readonly<Record<string, string>>;
  /** A full sentence on the effect. */
  about: string;
  submit: string;
  pendingLabel: string;
  hasPassword: boolean;
  onDone: () => void;
  onCancel: () => void;
};

/** Always asks to re-authenticate: someone at an unlocked session must not be able to weaken later sign-ins. */
export function ReauthenticationForm({
  path,
  body,
  about,
  submit,
  pendingLabel,
  hasPassword,
  onDone,
  onCancel,
}: Props) {
  const router = useRouter();
  const ways = useAuthMethods();
  const { byPasskey, choice } = usePasskeyChoice();
  const change = useMutation<unknown, ApiError, Record<string, string>>({
    mutationFn: async (proof) =>
      request(path, {
        method: 'POST',
        body: { ...body, ...(byPasskey ? { passkey: await signWithPasskey() } : proof) },
      }),
    onSuccess: () => {
      onDone();
      router.refresh();
    },
  });
  return (
    <Form
      className="mt-3 max-w-md"
      pending={change.isPending}
      error={change.error}
      onSubmit={(data) =>
        change.mutate({ password: String(data.get('password') ?? ''), code: String(data.get('code') ?? '') })
      }
      submit={submit}
      pendingLabel={pendingLabel}
      labels={{ password: 'Your password', code: 'Code', passkey: 'Passkey' }}
      aside={
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p tabIndex={-1} ref={(node) => node?.focus()} className="outline-none">
        {about}
      </p>
      {choice}
      {!byPasskey && hasPassword && (
        <TextField name="password" label="Your password" type="password" autoComplete="current-password" />
      )}
      {!byPasskey && (
        <TextField
          name="code"
          label={ways.app === false ? codeLabel(ways) : 'Authenticator code or recovery code'}
          autoComplete="one-time-code"
          className="max-w-80"
        />
      )}
    </Form>
  );
}
