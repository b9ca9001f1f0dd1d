'use client';

import type { ReactNode } from 'react';

type Props = {
  /** What is drawn answers a choice that has been changed since. */
  former: boolean;
  /** A whole sentence: 'The trail is being read.' */
  waiting: string;
  children: ReactNode;
};

/** Keeps the answer to the choice before on the page until the next is here, but never lets it pass for that. */
export const Former = ({ former, waiting, children }: Props) => (
  <div aria-busy={former || undefined} className={former ? 'opacity-60 print:hidden' : undefined}>
    <span role="status" className="sr-only">
      {former && waiting}
    </span>
    {children}
  </div>
);
