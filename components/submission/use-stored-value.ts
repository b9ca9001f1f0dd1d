// React hook for a typed value that survives a reload of the tab.

'use client';

import { useEffect, useRef, useState } from 'react';
import { readTab, writeTab } from '#components/ui/browser/tab-storage';

type Stored<T> = { key: string; value: T; isStored: boolean };

type Input<T> = {
  key: string;
  initial: () => T;
  /** The value of what was stored; null when it is unusable. */
  read: (found: unknown) => T | null;
};

/**
 * A value that is typed on a page which the server draws. It survives a reload of the tab until it is replaced. What is
 * stored is shown after the first paint, since the server does not know it; a change before that builds on it.
 */
export function useStoredValue<T>({ key, initial, read }: Input<T>) {
  const [shown, show] = useState<Stored<T>>(() => ({ key, value: initial(), isStored: false }));
  const latest = useRef<Stored<T> | null>(null);
  const newest = (): Stored<T> => {
    if (latest.current?.key !== key) {
      const found = read(readTab(key));
      latest.current = { key, value: found ?? initial(), isStored: found !== null };
    }
    return latest.current;
  };
  const put = (value: T, isStored: boolean) => {
    latest.current = { key, value, isStored };
    show(latest.current);
    writeTab(key, isStored ? value : null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is read once for a key
  useEffect(() => {
    if (newest() !== shown) show(newest());
  }, [key]);
  return {
    value: shown.value,
    /** Typed and not yet replaced. */
    isStored: shown.isStored,
    change: (next: (before: T) => T) => put(next(newest().value), true),
    /** Shows another value, which is not stored. */
    replace: (value: T) => put(value, false),
    /** Stores nothing from now on, and shows the same. */
    forget: () => writeTab(key, null),
  };
}
