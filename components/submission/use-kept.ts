'use client';

import { useEffect, useRef, useState } from 'react';
import { readTab, writeTab } from '#components/ui/browser/tab-storage';

type Kept<T> = { key: string; value: T; isKept: boolean };

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
export function useKept<T>({ key, initial, read }: Input<T>) {
  const [shown, show] = useState<Kept<T>>(() => ({ key, value: initial(), isKept: false }));
  const latest = useRef<Kept<T> | null>(null);
  const newest = (): Kept<T> => {
    if (latest.current?.key !== key) {
      const found = read(readTab(key));
      latest.current = { key, value: found ?? initial(), isKept: found !== null };
    }
    return latest.current;
  };
  const put = (value: T, isKept: boolean) => {
    latest.current = { key, value, isKept };
    show(latest.current);
    writeTab(key, isKept ? value : null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is read once for a key
  useEffect(() => {
    if (newest() !== shown) show(newest());
  }, [key]);
  return {
    value: shown.value,
    /** Typed and not yet replaced. */
    isKept: shown.isKept,
    change: (next: (before: T) => T) => put(next(newest().value), true),
    /** Shows another value, which is not kept. */
    replace: (value: T) => put(value, false),
    /** Keeps nothing from now on, and shows the same. */
    forget: () => writeTab(key, null),
  };
}
