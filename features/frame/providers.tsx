// Provides API calls and query cache to all pages, and redirects when the session has ended.

'use client';

import type { ReactNode } from 'react';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { redirectToSignIn } from './sign-out.ts';

export function Providers({ wire, children }: { wire: Wire; children: ReactNode }) {
  return (
    <ApiProvider wire={wire} onSignedOut={redirectToSignIn}>
      {children}
    </ApiProvider>
  );
}
