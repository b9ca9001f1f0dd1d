'use client';

import type { ReactNode } from 'react';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { routes } from '#lib/routes';

/** An ended session leads to sign-in, and from there back to where the person was. */
function toSignIn() {
  const { pathname, search } = window.location;
  window.location.assign(routes.signIn(pathname + search, 'expired'));
}

export function Providers({ wire, children }: { wire: Wire; children: ReactNode }) {
  return (
    <ApiProvider wire={wire} onSignedOut={toSignIn}>
      {children}
    </ApiProvider>
  );
}
