'use client';

import { useEffect } from 'react';
import { chunkLoadError } from '../ui/browser/chunk-load-error.ts';

/** Error boundary of a page. Kept small: every page loads it twice, for its layout and for itself. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => void chunkLoadError(error), [error]);
  return (
    <div
      role="alert"
      className="mx-auto mt-10 max-w-2xl rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3"
    >
      <h1 className="font-medium text-danger">This page could not be shown</h1>
      <p className="mt-1">Something went wrong. Try again.</p>
      <button
        type="button"
        onClick={reset}
        className="mt-2 min-h-8 rounded border border-rule/60 bg-raised px-3 font-medium hover:bg-sunken"
      >
        Try again
      </button>
      {error.digest && <p className="mt-2 text-xs">Reference {error.digest}</p>}
    </div>
  );
}
