import { expect, it } from 'vitest';
import { readShares } from './whole-number.ts';

it('reads shares with separators, exact up to the largest number', () => {
  expect(['1', '1,500', '1 200', ' 7 ', '9223372036854775807'].map(readShares)).toEqual([
    1n,
    1500n,
    1200n,
    7n,
    9223372036854775807n,
  ]);
});

it.each(['', '0', '-1', '1.5', '1e3', '$5', '9223372036854775808', '9'.repeat(20)])(
  '%j is not a number of shares',
  (text) => expect(readShares(text)).toBeNull(),
);
