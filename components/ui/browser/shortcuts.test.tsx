// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setShortcutsOn, useCommandKey, useSequence, useShortcut } from './shortcuts.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function draw() {
  const calls: string[] = [];
  function Page() {
    useShortcut('t', () => calls.push('t'));
    useSequence('g', (letter) => {
      if (letter === 'x') return false;
      calls.push(`g ${letter}`);
      return true;
    });
    useCommandKey(() => calls.push('command'));
    return (
      <>
        <input aria-label="box" />
        <dialog />
      </>
    );
  }
  const { container } = render(<Page />);
  const press = (key: string, held: object = {}, target: Element = document.body) =>
    fireEvent.keyDown(target, { key, ...held });
  return { calls, container, press };
}

describe('keys', () => {
  it('a letter after g goes there and is nobody else’s', () => {
    const { calls, press } = draw();
    press('g');
    press('t');
    press('t');
    expect(calls).toEqual(['g t', 't']);
  });

  it('forgets g after a while, after an unknown letter, and after a modifier key’s combination', () => {
    vi.useFakeTimers();
    const { calls, press } = draw();
    press('g');
    vi.advanceTimersByTime(2_000);
    press('h');
    press('g');
    press('x');
    press('h');
    press('g', { ctrlKey: true });
    press('h');
    expect(calls).toEqual([]);
  });

  it('takes nothing while somebody types, under a dialog, or when switched off', () => {
    const { calls, container, press } = draw();
    const box = container.querySelector('input')!;
    for (const key of ['g', 'h', 't']) press(key, {}, box);
    container.querySelector('dialog')!.setAttribute('open', '');
    for (const key of ['g', 'h', 't']) press(key);
    container.querySelector('dialog')!.removeAttribute('open');
    setShortcutsOn(false);
    for (const key of ['g', 'h', 't']) press(key);
    expect(calls).toEqual([]);
  });

  it('the palette’s key works while typing and with single keys off, and is no other combination', () => {
    const { calls, container, press } = draw();
    setShortcutsOn(false);
    press('k', { ctrlKey: true }, container.querySelector('input')!);
    press('k');
    press('k', { ctrlKey: true, shiftKey: true });
    press('p', { ctrlKey: true });
    expect(calls).toEqual(['command']);
  });

  it('leaves the browser’s own keys alone', () => {
    const { press } = draw();
    // fireEvent returns false when the default was prevented.
    for (const key of ['p', 's', 'f', 'r', 'l', 't', 'w'])
      expect(press(key, { ctrlKey: true }), `Ctrl+${key}`).toBe(true);
  });
});
