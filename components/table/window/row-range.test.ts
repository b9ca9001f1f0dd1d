import { expect, it } from 'vitest';
import { rangeAt } from './row-range.ts';
import { scrollTarget } from './scroll-keys.ts';

it('covers the window at the top, inside and at the end, and never leaves the rows', () => {
  for (const topPx of [0, 31, 12_345, 24_999 * 30, 10_000_000]) {
    const { from, to } = rangeAt(topPx, 600, 30, 25_000);
    const first = Math.min(Math.floor(topPx / 30), 25_000 - 20);
    expect(from).toBeLessThanOrEqual(first);
    expect(to).toBeGreaterThanOrEqual(Math.min(25_000, first + 20));
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(25_000);
    expect(to - from).toBeLessThan(60);
  }
  expect(rangeAt(500, 600, 30, 3)).toEqual({ from: 0, to: 3 });
});

it('scrolls by rows, pages and to both ends', () => {
  const box = { top: 300, left: 0, height: 673, contentHeight: 30_073, row: 30, frame: 73 };
  expect(scrollTarget('ArrowDown', box)).toEqual({ top: 330 });
  expect(scrollTarget('PageDown', box)).toEqual({ top: 900 });
  expect(scrollTarget('PageUp', box)).toEqual({ top: 0 });
  expect(scrollTarget('End', box)).toEqual({ top: 29_400 });
  expect(scrollTarget('Home', box)).toEqual({ top: 0 });
  expect(scrollTarget('ArrowLeft', box)).toEqual({ left: 0 });
  expect(scrollTarget('Tab', box)).toBeNull();
});
