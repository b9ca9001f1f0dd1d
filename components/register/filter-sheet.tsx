'use client';

import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';

type Props = {
  /** What is chosen, on the button: 'Pending, all types'. */
  chosen: string;
  children: ReactNode;
};

/**
 * Filters of a list: in a line above it, and in a narrow window in a sheet at the lower edge that one button opens.
 * The native popover, so that Escape and a press outside close it; the same controls serve both.
 */
export function FilterSheet({ chosen, children }: Props) {
  const id = useId();
  return (
    <>
      <Button
        icon="filter"
        popoverTarget={id}
        aria-haspopup="dialog"
        className="mb-2 max-w-full sm:hidden print:hidden"
      >
        <span className="min-w-0 truncate">Filter: {chosen}</span>
      </Button>
      <div
        id={id}
        popover="auto"
        className="gap-x-4 gap-y-3 bg-transparent text-ink max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:max-h-[85dvh] max-sm:w-full max-sm:rounded-t-lg max-sm:border-t max-sm:border-rule max-sm:bg-raised max-sm:p-4 max-sm:shadow-layer max-sm:open:grid sm:static sm:mb-3 sm:flex sm:w-auto sm:flex-wrap sm:items-center sm:overflow-visible sm:border-0 sm:p-0 print:hidden"
      >
        {children}
        <Button popoverTarget={id} popoverTargetAction="hide" className="sm:hidden">
          Show list
        </Button>
      </div>
    </>
  );
}
