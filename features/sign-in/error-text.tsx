import type { ReactNode } from 'react';

/** Error of the form that was just sent. */
export const ErrorText = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mt-4 rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3 font-medium text-danger"
  >
    {children}
  </p>
);
