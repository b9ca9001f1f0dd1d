// Fields of a re-authentication, with a button for a passkey above them.

'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { confirmByPasskey, knowsPasskeys } from '#lib/api/passkey';
import { Button } from '../ui/button.tsx';
import { useAuthMethods } from './auth-methods.tsx';

/** Whether the user has a passkey and this browser can use one; false until hydration. */
export function usePasskey(): boolean {
  const { passkey = false } = useAuthMethods();
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown(knowsPasskeys()), []);
  return passkey && known;
}

/**
 * The fields of a re-authentication and, for users with a passkey, a button above them. After the passkey is
 * confirmed, the surrounding form is sent as if the fields had been filled in.
 */
export function PasskeyFirst({ children }: { children: ReactNode }) {
  const usable = usePasskey();
  const [state, setState] = useState<'asked' | 'pending' | 'confirmed'>('asked');
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === 'confirmed') button.current?.form?.requestSubmit();
  }, [state]);
  if (!usable) return children;
  const confirm = () => {
    setState('pending');
    setError(null);
    confirmByPasskey().then(
      () => setState('confirmed'),
      (error: Error) => {
        setError(error.message);
        setState('asked');
      },
    );
  };
  return (
    <>
      <div>
        <Button ref={button} pending={state === 'pending'} onClick={confirm}>
          Use your passkey
        </Button>
        <p role="status" className="mt-2 text-sm text-muted">
          {state === 'confirmed' ? 'Confirmed with your passkey.' : 'Or use another method:'}
        </p>
        {error && (
          <p role="alert" className="mt-2 font-semibold text-danger">
            {error}
          </p>
        )}
      </div>
      {state !== 'confirmed' && children}
    </>
  );
}
