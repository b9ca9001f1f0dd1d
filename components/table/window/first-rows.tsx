'use client';

import { useEffect } from 'react';
import { Skeleton } from '#components/ui/states';

const firstRows = 40;

/** Placeholder of the table until the first rows are loaded; requests them. */
export function FirstRows({
  label,
  request,
}: {
  label: string;
  request?: (from: number, to: number) => void;
}) {
  useEffect(() => {
    request?.(0, firstRows);
  }, [request]);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Reading: {label}
      </p>
      <Skeleton lines={12} />
    </div>
  );
}
