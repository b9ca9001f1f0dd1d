import { expect, test } from 'vitest';
import { isLuhn } from './luhn.ts';

test.each([
  ['046454286', true],
  ['46454286', true],
  ['130692544', true],
  ['046454287', false],
  ['064454286', false],
  ['0', true],
  ['', true],
])('%j: %s', (digits, valid) => {
  expect(isLuhn(digits)).toBe(valid);
});
