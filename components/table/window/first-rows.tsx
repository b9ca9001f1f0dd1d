'use client';

import { useEffect } from 'react';
import { Skeleton } from '#components/ui/states';

const firstRows = 40;

/** Placeholder of the table until the first rows are loaded; requests them. */
export function FirstRows({ label, want }: { label: string; want?: (from: number, to: number) => void }) {
  useEffect(() => {
    want?.(0, firstRows);
  }, [want]);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Reading: {label}
      </p>
      <Skeleton lines={12} />
    </div>
  );
}
