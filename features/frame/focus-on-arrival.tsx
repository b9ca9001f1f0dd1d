'use client';

import { useEffect, useRef } from 'react';

/** Ends the wait for a heading. */
type Stop = () => void;

/**
 * Focuses the heading of the page. While a slow page has none, the focus is on the page's main part, and moves to the
 * heading when it arrives, unless the user has moved it meanwhile.
 */
export function focusHeading(): Stop {
  const main = document.getElementById('main');
  const heading = () => main?.querySelector<HTMLElement>('h1');
  const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });
  if (!main || heading()) {
    focus(heading());
    return () => undefined;
  }
  focus(main);
  const observer = new MutationObserver(() => {
    const arrived = heading();
    if (!arrived) return;
    observer.disconnect();
    if (document.activeElement === main || document.activeElement === document.body) focus(arrived);
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** After a navigation the focus moves to the heading of the new page, so that a screen reader reads it. */
export function FocusOnArrival({ path }: { path: string }) {
  const stop = useRef<Stop | null>(null);
  useEffect(() => {
    const from = path;
    return () => {
      stop.current?.();
      stop.current = from === window.location.pathname ? null : focusHeading();
    };
  }, [path]);
  return null;
}
