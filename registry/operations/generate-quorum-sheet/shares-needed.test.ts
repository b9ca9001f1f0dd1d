import { expect, test } from 'vitest';
import { sharesNeeded } from './shares-needed.ts';

test.each([
  [7_992_883n, '50.00', 3_996_442n],
  [7_992_882n, '50.00', 3_996_441n],
  [100n, '33.33', 34n],
  [1n, '50', 1n],
  [0n, '50', 0n],
  [9_007_199_254_740_993n, '100', 9_007_199_254_740_993n],
])('%s shares, %s%%: %s', (entitled, percent, needed) => {
  expect(sharesNeeded(entitled, percent)).toBe(needed);
});
