import { expect, test } from 'vitest';
import { agencyLimit } from './agency-report.ts';

test('the limit of the agency by the number of issues', () => {
  const dollars = (issues: number) => agencyLimit(issues) / 100n;
  expect([0, 5, 6, 24, 25, 49, 50, 74, 75, 99].map(dollars)).toEqual([
    ...[300_000n, 300_000n, 500_000n, 500_000n, 800_000n, 800_000n],
    ...[1_000_000n, 1_000_000n, 1_200_000n, 1_200_000n],
  ]);
  expect([100, 499, 500, 999, 1000, 1999, 2000, 3500].map(dollars)).toEqual([
    ...[1_400_000n, 1_400_000n, 1_600_000n, 1_600_000n],
    ...[2_600_000n, 2_600_000n, 3_600_000n, 4_600_000n],
  ]);
});
