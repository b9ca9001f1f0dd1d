'use client';

import { useEffect, useRef } from 'react';

const storageKey = 'sharebook-shortcuts';

/** Single keys can be switched off, because speech input types them by accident (WCAG 2.1.4). */
export const shortcutsOn = () => localStorage.getItem(storageKey) !== 'off';
export const setShortcutsOn = (on: boolean) => localStorage.setItem(storageKey, on ? 'on' : 'off');

const typing = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** Runs `action` on a bare key, never while typing, with a modifier, or under an open dialog. */
export function useShortcut(key: string, action: () => void, active = true) {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if ((event.target as Element | null)?.closest?.(typing)) return;
      if (document.querySelector('dialog[open]') || !shortcutsOn()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, active]);
}
