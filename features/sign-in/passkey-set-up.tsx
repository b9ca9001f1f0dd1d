'use client';

import type { Route } from 'next';
import { useEffect, useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { PasskeyName } from '#components/step-up/passkey-name';
import type { ApiError } from '#lib/api/error';
import { addPasskey, knowsPasskeys } from '#lib/api/passkey';
import { confirmPassword } from '#lib/api/session';

/** Creates a passkey during the set-up of a second factor; `then`: the page that shows the recovery codes. */
export function PasskeySetUp({ needsPassword, then }: { needsPassword: boolean; then: Route }) {
  const [known, setKnown] = useState<boolean | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (known === null) return null;
  if (!known) return <p className="mt-2 text-muted">This browser does not support passkeys.</p>;

  const add = async (name: string, password: string) => {
    const fields: Record<string, string> = {};
    if (!name) fields.name = 'Enter a name.';
    if (needsPassword && !password) fields.password = 'Enter your password.';
    if (Object.keys(fields).length > 0)
      return setFailure({ code: 'incomplete', message: 'Check the highlighted fields.', fields });
    setPending(true);
    setFailure(null);
    try {
      const rejected = needsPassword ? await confirmPassword(password) : null;
      if (rejected) setFailure(rejected);
      else {
        await addPasskey(name);
        window.location.assign(then);
        return;
      }
    } catch (error) {
      const { code, message } = error as ApiError;
      setFailure({ code, message });
    }
    setPending(false);
  };
  return (
    <Form
      className="mt-3"
      pending={pending}
      error={failure}
      onSubmit={(data) => add(String(data.get('name') ?? '').trim(), String(data.get('password') ?? ''))}
      submit="Add passkey"
      pendingLabel="Waiting for your passkey…"
      labels={{ name: 'Name', password: 'Password' }}
    >
      <PasskeyName />
      {needsPassword && (
        <TextField
          name="password"
          label="Re-enter your password"
          type="password"
          autoComplete="current-password"
          className="max-w-80"
        />
      )}
    </Form>
  );
}
