import { expect, test } from 'vitest';
import { drawnWidthPx } from './use-viewport.ts';

const name = { kind: 'text', widthPx: 400 } as const;

test('widths follow the text size and shrink on a phone, unless the user has set them', () => {
  expect(drawnWidthPx(name, true, { scale: 1, phone: false })).toBe(400);
  expect(drawnWidthPx(name, true, { scale: 2, phone: false })).toBe(800);
  expect(drawnWidthPx(name, true, { scale: 1, phone: true })).toBe(120);
  expect(drawnWidthPx(name, false, { scale: 1, phone: true })).toBe(400);
});
