// Puts the focus into the search box of a table, where Enter opens the first row found.

'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { plainText } from '../ui/input/plain-text.ts';

const triesMax = 20;
const tryEveryMs = 50;

const termsOf = (text: string): string[] => plainText(text).split(/\s+/).filter(Boolean);

/**
 * For a table used mainly to find one row: its search box has the focus, and Enter opens the first row found.
 * Not on touch screens, where the focus would open the keyboard over the rows.
 */
export function SearchFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = frame.current?.querySelector<HTMLInputElement>('input[type="search"]');
    const idle =
      document.activeElement === document.body || document.activeElement?.matches('#main, #main h1');
    if (box && idle && window.matchMedia('(pointer: fine)').matches) box.focus({ preventScroll: true });
  }, []);

  const open = (box: HTMLInputElement, requested: string, tries = 0) => {
    // The user has typed something else since.
    if (box.value !== requested) return;
    const terms = termsOf(requested);
    const row = frame.current?.querySelector('tbody tr[aria-rowindex]');
    const text = plainText(row?.textContent ?? '');
    const found = terms.every((word) => text.includes(word));
    // The rows follow the typing after a moment; in a long list only when all rows, or the code that sorts
    // them, are loaded.
    const reading = frame.current?.querySelector('progress, [aria-busy="true"]');
    if (!found && (reading || tries < triesMax))
      setTimeout(() => open(box, requested, reading ? tries : tries + 1), tryEveryMs);
    else if (found || !frame.current?.querySelector('[data-partial]')) row?.querySelector('a')?.click();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const box = event.target;
    if (event.key !== 'Enter' || !(box instanceof HTMLInputElement) || box.type !== 'search') return;
    if (termsOf(box.value).length === 0) return;
    event.preventDefault();
    open(box, box.value);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the search box inside and is not a control
    <div ref={frame} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
