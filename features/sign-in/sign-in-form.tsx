'use client';

import type { Route } from 'next';
import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { signIn } from '#lib/api/session';
import { enteringAction } from './auth-form.tsx';

/** Full page load after sign-in, so that no data of a previous user stays in memory. */
const goTo = (next: Route) => window.location.assign(next);

type Props = { next: Route; refused: FormFailure | null };

/** With script, the typed values stay after an error; without script the browser sends the same form. */
export function SignInForm({ next, refused: rejected }: Props) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(rejected);

  const enter = async (email: string, password: string) => {
    const fields: Record<string, string> = {};
    if (!email.trim()) fields.email = 'Enter your email address.';
    if (!password) fields.password = 'Enter your password.';
    if (Object.keys(fields).length > 0) {
      setFailure({ code: 'incomplete', message: 'Check the highlighted fields.', fields });
      return;
    }
    setPending(true);
    setFailure(null);
    const wrong = await signIn(email.trim(), password);
    if (!wrong) {
      goTo(next);
      return;
    }
    setPending(false);
    setFailure(wrong);
  };

  return (
    <Form
      className="mt-6"
      action={enteringAction('password')}
      pending={pending}
      error={failure}
      onSubmit={(data) => enter(String(data.get('email') ?? ''), String(data.get('password') ?? ''))}
      submit="Sign in"
      pendingLabel="Signing in…"
      labels={{ email: 'Email', password: 'Password' }}
    >
      <input type="hidden" name="next" value={next} />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
      <TextField name="password" label="Password" type="password" autoComplete="current-password" />
    </Form>
  );
}
