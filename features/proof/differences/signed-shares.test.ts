import { expect, it } from 'vitest';
import { signedShares } from './signed-shares.ts';

it('reads a signed whole number exactly and refuses other text', () => {
  expect(['40', '-1,200', '+7', '−3', ' 9007199254740993 '].map(signedShares)).toEqual([
    40n,
    -1200n,
    7n,
    -3n,
    9_007_199_254_740_993n,
  ]);
  expect(['', '0', '1.5', '1e3', '--1', '9223372036854775808', '9'.repeat(40)].map(signedShares)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});
