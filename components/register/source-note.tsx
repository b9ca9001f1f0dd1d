import type { ReactNode } from 'react';

/** Source and day of the rows: the first line above a table. */
export const SourceNote = ({ mark, children }: { mark: ReactNode; children?: ReactNode }) => (
  <p className="mb-3 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted empty:hidden">
    {mark}
    {children && <span>{children}</span>}
  </p>
);
