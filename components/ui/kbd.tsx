import type { ReactNode } from 'react';

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded border border-current/40 px-1 font-mono text-2xs leading-4">{children}</kbd>
);
