import { describe, expect, test } from 'vitest';
import { dayOf, periodOf } from './periods.ts';

describe('closing days', () => {
  test.each([
    ['month-end', '2026-11-20', '2026-10-31'],
    ['month-end', '2026-11-30', '2026-11-30'],
    ['month-end', '2026-01-01', '2025-12-31'],
    ['month-end', '2028-03-01', '2028-02-29'],
    ['quarter-end', '2026-11-20', '2026-09-30'],
    ['quarter-end', '2026-09-30', '2026-09-30'],
    ['quarter-end', '2026-01-31', '2025-12-31'],
    ['year-end', '2026-11-20', '2025-12-31'],
    ['year-end', '2026-12-31', '2026-12-31'],
    ['today', '2026-11-20', '2026-11-20'],
  ] as const)('%s on %s is %s', (name, today, expected) => {
    expect(dayOf(name, today)).toBe(expected);
  });
});

describe('periods', () => {
  test.each([
    ['this-month', '2026-11-01', '2026-11-20'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['this-quarter', '2026-10-01', '2026-11-20'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['this-year', '2026-01-01', '2026-11-20'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('%s', (name, from, to) => {
    expect(periodOf(name, '2026-11-20')).toEqual({ from, to });
  });
});
