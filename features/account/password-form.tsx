'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { codeLabel, useAuthMethods } from '#components/step-up/auth-methods';
import { useToast } from '#components/ui/overlay/toast';
import { request } from '#lib/api/call';
import type { ApiError } from '#lib/api/error';
import { signWithPasskey } from '#lib/api/passkey';
import { usePasskeyChoice } from './passkey-choice.tsx';

const labels = {
  current: 'Current password',
  code: 'Code',
  password: 'New password',
  again: 'Confirm password',
};

export function PasswordForm({ email, needsCode }: { email: string; needsCode: boolean }) {
  const router = useRouter();
  const notify = useToast();
  const [missing, setMissing] = useState<FormFailure | null>(null);
  /** Key of the form: a form that was sent is shown empty again. */
  const [sent, setSent] = useState(0);
  const { byPasskey, choice } = usePasskeyChoice();
  const ways = useAuthMethods();
  const change = useMutation<unknown, ApiError, Record<string, string>>({
    mutationFn: async ({ current, code, password }) => {
      const proof = byPasskey ? { passkey: await signWithPasskey() } : { current, code };
      return request('/api/account/password', { method: 'POST', body: { ...proof, password } });
    },
    onSuccess: () => {
      setSent((count) => count + 1);
      notify({ text: 'Password changed. All other sessions ended.', tone: 'positive' });
      router.refresh();
    },
  });
  const send = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '');
    const fields: Record<string, string> = {};
    if (!byPasskey && !text('current')) fields.current = 'Enter your current password.';
    if (!byPasskey && needsCode && !text('code')) fields.code = `Enter the ${codeLabel(ways).toLowerCase()}.`;
    if (!text('password')) fields.password = 'Enter a new password.';
    else if (text('password') !== text('again')) fields.again = 'The new passwords do not match.';
    if (Object.keys(fields).length > 0)
      return setMissing({ code: 'incomplete', message: 'Check the highlighted fields.', fields });
    setMissing(null);
    change.mutate({ current: text('current'), code: text('code'), password: text('password') });
  };
  return (
    <Form
      key={sent}
      className="max-w-md"
      pending={change.isPending}
      error={missing ?? change.error}
      onSubmit={send}
      submit="Change password"
      pendingLabel="Changing…"
      labels={labels}
    >
      <input type="hidden" name="email" value={email} autoComplete="username" />
      {choice}
      {!byPasskey && (
        <TextField name="current" label={labels.current} type="password" autoComplete="current-password" />
      )}
      {!byPasskey && needsCode && (
        <TextField name="code" label={codeLabel(ways)} autoComplete="one-time-code" className="max-w-80" />
      )}
      <TextField
        name="password"
        label={labels.password}
        hint="At least 8 characters. Several words are stronger than a short complex password. All other sessions end."
        type="password"
        autoComplete="new-password"
      />
      <TextField name="again" label={labels.again} type="password" autoComplete="new-password" />
    </Form>
  );
}
