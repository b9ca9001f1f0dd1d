'use client';

import type { ReactNode } from 'react';

type Props = {
  /** The content belongs to an earlier choice. */
  former: boolean;
  /** A full sentence: 'Loading audit trail…' */
  waiting: string;
  children: ReactNode;
};

/** Keeps the previous result on the page until the new one is loaded, and marks it as stale. */
export const StaleResults = ({ former, waiting, children }: Props) => (
  <div aria-busy={former || undefined} className={former ? 'opacity-60 print:hidden' : undefined}>
    <span role="status" className="sr-only">
      {former && waiting}
    </span>
    {children}
  </div>
);
