'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { plainText } from '@/components/ui/plain-text';

const triesMax = 20;
const tryEveryMs = 50;

const wordsOf = (text: string): string[] => plainText(text).split(/\s+/).filter(Boolean);

/**
 * For a table people come to in order to look one thing up: its search box has the focus, Enter opens the first row that
 * is found. Not on touch screens, where the focus would bring up the keyboard over the rows.
 */
export function SearchFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = frame.current?.querySelector<HTMLInputElement>('input[type="search"]');
    const idle =
      document.activeElement === document.body || document.activeElement?.matches('#main, #main h1');
    if (box && idle && window.matchMedia('(pointer: fine)').matches) box.focus({ preventScroll: true });
  }, []);

  const open = (box: HTMLInputElement, asked: string, tries = 0) => {
    // Whoever types on wants something else.
    if (box.value !== asked) return;
    const words = wordsOf(asked);
    const row = frame.current?.querySelector('tbody tr[aria-rowindex]');
    const text = plainText(row?.textContent ?? '');
    const found = words.every((word) => text.includes(word));
    // The rows follow the typing a moment later; those of a long list when all of it has been read, or what arranges them is here.
    const reading = frame.current?.querySelector('progress, [aria-busy="true"]');
    if (!found && (reading || tries < triesMax))
      setTimeout(() => open(box, asked, reading ? tries : tries + 1), tryEveryMs);
    else if (found || !frame.current?.querySelector('[data-partial]')) row?.querySelector('a')?.click();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const box = event.target;
    if (event.key !== 'Enter' || !(box instanceof HTMLInputElement) || box.type !== 'search') return;
    if (wordsOf(box.value).length === 0) return;
    event.preventDefault();
    open(box, box.value);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the search box inside, is no control itself
    <div ref={frame} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
