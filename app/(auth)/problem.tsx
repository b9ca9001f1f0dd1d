import type { ReactNode } from 'react';

/** What went wrong with the form that was just sent; a page load has moved nothing else. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mt-4 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3 font-medium text-danger"
  >
    {children}
  </p>
);
