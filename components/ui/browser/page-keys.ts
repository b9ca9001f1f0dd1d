'use client';

import { useEffect } from 'react';

/** One line of the list of keys. */
export type KeyLine = readonly [keys: readonly string[], does: string];
type PageKeys = { title: string; lines: readonly KeyLine[] };

let shown: PageKeys | null = null;

/** Keys of the open page, for the list of keyboard shortcuts. */
export const pageKeys = (): PageKeys | null => shown;

/** Adds the keys of this page to the list while it is open. `keys` must be stable between renders. */
export function usePageKeys(keys: PageKeys) {
  useEffect(() => {
    shown = keys;
    return () => {
      if (shown === keys) shown = null;
    };
  }, [keys]);
}
