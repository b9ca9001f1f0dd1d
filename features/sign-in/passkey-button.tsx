'use client';

import type { Route } from 'next';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button';
import { confirmByPasskey, enterByPasskey, knowsPasskeys } from '#lib/api/passkey';
import { ErrorText } from './error-text.tsx';

type Props = {
  /** `enter`: the second step of signing in. `confirm`: a signed-in user re-authenticates. */
  use: 'enter' | 'confirm';
  then: Route;
};

/** Renders nothing without script, or where the browser does not support passkeys. */
export function PasskeyButton({ use, then }: Props) {
  const [known, setKnown] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known) return null;
  const enter = () => {
    setPending(true);
    setError(null);
    (use === 'enter' ? enterByPasskey() : confirmByPasskey()).then(
      () => window.location.assign(then),
      (error: Error) => {
        setError(error.message);
        setPending(false);
      },
    );
  };
  return (
    <div className="mt-6">
      {error && <ErrorText>{error}</ErrorText>}
      <Button variant="primary" pending={pending} onClick={enter} className={error ? 'mt-4' : undefined}>
        {pending ? 'Waiting for your passkey…' : 'Use your passkey'}
      </Button>
    </div>
  );
}
