'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** Windows as narrow as a phone; the same as `max-sm` in class names. */
export const phoneQuery = '(width < 40rem)';

/** Whether a media query matches. Known in the first render in the browser; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
