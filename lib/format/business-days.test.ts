import { expect, test } from 'vitest';
import { addBusinessDays, businessDaysBetween, isBusinessDay } from './business-days.ts';

test.each([
  ['2025-07-03', '2025-07-09', 3],
  ['2025-07-03', '2025-07-10', 4],
  ['2025-07-03', '2025-07-03', 0],
])('from %s to %s (turnaround)', (from, to, days) => {
  expect(businessDaysBetween(from, to)).toBe(days);
  expect(addBusinessDays(from, days)).toBe(to);
});

test.each([
  ['2025-01-01', 'New Year'],
  ['2025-01-20', 'third Monday of January'],
  ['2025-05-26', 'last Monday of May'],
  ['2025-06-19', 'June 19'],
  ['2026-07-03', 'July 4 on a Saturday'],
  ['2025-11-27', 'fourth Thursday of November'],
  ['2021-12-31', 'New Year on a Saturday'],
  ['2025-08-02', 'Saturday'],
])('%s is not a business day: %s', (day) => {
  expect(isBusinessDay(day)).toBe(false);
});
