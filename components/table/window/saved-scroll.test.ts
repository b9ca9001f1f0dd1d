// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { savedRow, saveRow } from './saved-scroll.ts';

afterEach(() => vi.unstubAllGlobals());

const show = (key: string) => vi.stubGlobal('navigation', { currentEntry: { key } });

it('gives the row of the same history entry and table only', () => {
  show('first');
  saveRow('Holders', 40.5);
  expect(savedRow('Holders')).toBe(40.5);
  expect(savedRow('Payments')).toBeNull();
  show('second');
  expect(savedRow('Holders')).toBeNull();
  show('first');
  expect(savedRow('Holders')).toBe(40.5);
});

it('forgets the oldest of very many entries', () => {
  show('old');
  saveRow('Holders', 1);
  for (let entry = 0; entry < 100; entry += 1) {
    show(`entry ${entry}`);
    saveRow('Holders', entry);
  }
  expect(savedRow('Holders')).toBe(99);
  show('old');
  expect(savedRow('Holders')).toBeNull();
});

it('keeps nothing in a browser that does not name its history entries', () => {
  vi.stubGlobal('navigation', undefined);
  saveRow('Holders', 7);
  expect(savedRow('Holders')).toBeNull();
});
