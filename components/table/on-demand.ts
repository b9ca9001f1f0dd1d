// Loads code once for all tables that need it, and again after a failure.

'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { chunkLoadError } from '../ui/browser/chunk-load-error.ts';

type State<Part> = { part: Part | null; failed: boolean };

/** Code shared by all tables, loaded when the first one needs it; a failed load can be retried. */
export function onDemand<Part>(importPart: () => Promise<Part>) {
  const nothing: State<Part> = { part: null, failed: false };
  let state = nothing;
  let fetching: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const put = (next: State<Part>) => {
    state = next;
    for (const notify of listeners) notify();
  };
  const load = (): Promise<void> => {
    if (state.failed) put(nothing);
    fetching ??= importPart().then(
      (part) => put({ part, failed: false }),
      (error) => {
        void chunkLoadError(error);
        fetching = null;
        put({ part: null, failed: true });
      },
    );
    return fetching;
  };
  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  };
  /** State of the code; loads it once `needed`. Never loaded on the server and in the first paint. */
  const use = (needed: boolean): State<Part> => {
    const now = useSyncExternalStore(
      subscribe,
      () => state,
      () => nothing,
    );
    useEffect(() => {
      if (needed) void load();
    }, [needed]);
    return now;
  };
  return { load, use };
}
