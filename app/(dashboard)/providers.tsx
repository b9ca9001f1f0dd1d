'use client';

import type { ReactNode } from 'react';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { toSignIn } from './leaving.ts';

export function Providers({ wire, children }: { wire: Wire; children: ReactNode }) {
  return (
    <ApiProvider wire={wire} onSignedOut={toSignIn}>
      {children}
    </ApiProvider>
  );
}
