// Keyboard shortcuts: single keys, key sequences, Ctrl+K, and the switch for single keys.

'use client';

import { useEffect, useRef } from 'react';

const storageKey = 'sharebook-shortcuts';

/** Single keys can be switched off, because speech input types them by accident (WCAG 2.1.4). */
export const shortcutsOn = () => localStorage.getItem(storageKey) !== 'off';
export const setShortcutsOn = (on: boolean) => localStorage.setItem(storageKey, on ? 'on' : 'off');

const typing = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** A key without a modifier, pressed outside inputs and dialogs, while single keys are on. */
function isForThePage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing)
    return false;
  if ((event.target as Element | null)?.closest?.(typing)) return false;
  return !document.querySelector('dialog[open]') && shortcutsOn();
}

/** Runs `action` on a single key, never while typing, with a modifier, or under an open dialog. */
export function useShortcut(key: string, action: () => void, active = true) {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || !isForThePage(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, active]);
}

const secondWithinMs = 1_500;

/**
 * `first`, then a second key within 1.5 s. The second key is not passed on, so that `g t` is not also a `t`.
 * `onSecond` returns whether it handled the key.
 */
export function useSequence(first: string, onSecond: (key: string) => boolean) {
  const latest = useRef(onSecond);
  useEffect(() => {
    latest.current = onSecond;
  });
  useEffect(() => {
    let until = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || !isForThePage(event)) return;
      const isSecond = Date.now() < until;
      until = !isSecond && event.key === first ? Date.now() + secondWithinMs : 0;
      if (until > 0 || (isSecond && latest.current(event.key.toLowerCase()))) event.preventDefault();
    };
    // Runs before the single keys, which skip a key that was already handled.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [first]);
}

/** True on systems where the palette's shortcut is ⌘K; there Ctrl+K deletes to the end of the line. */
const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Name of the palette's shortcut on this system; browser only. */
export const commandKeyName = () => (isMac() ? '⌘ K' : 'Ctrl K');

/** Runs `action` on Ctrl+K, on a Mac ⌘K, also while typing; runs `near` when the modifier is pressed. */
export function useCommandKey(action: () => void, near?: () => void) {
  const latest = useRef({ action, near });
  useEffect(() => {
    latest.current = { action, near };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mac = isMac();
      if (event.key === (mac ? 'Meta' : 'Control')) latest.current.near?.();
      const [pressed, other] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
      if (!pressed || other || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      latest.current.action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
