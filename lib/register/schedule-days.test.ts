import { expect, test } from 'vitest';
import { dueDay, lastMonthEnd, nextMonthEnd } from './schedule-days.ts';

test('the last month end is over, also on the last and on the first day of a month', () => {
  expect(lastMonthEnd('2026-11-30')).toBe('2026-10-31');
  expect(lastMonthEnd('2026-12-01')).toBe('2026-11-30');
  expect(lastMonthEnd('2027-01-01')).toBe('2026-12-31');
  expect(lastMonthEnd('2028-03-01')).toBe('2028-02-29');
});

test('the next month end comes after the day', () => {
  expect(nextMonthEnd('2026-11-20')).toBe('2026-11-30');
  expect(nextMonthEnd('2026-11-30')).toBe('2026-12-31');
  expect(nextMonthEnd('2026-01-31')).toBe('2026-02-28');
});

test('a month end is due from the next day on, once', () => {
  expect(dueDay('month-end', '2026-11-19', '2026-11-30')).toBeNull();
  expect(dueDay('month-end', '2026-11-19', '2026-12-01')).toBe('2026-11-30');
  expect(dueDay('month-end', '2026-11-30', '2026-12-15')).toBeNull();
});

test('missed days are made up for once, with the latest', () => {
  expect(dueDay('month-end', '2026-08-10', '2026-12-05')).toBe('2026-11-30');
  const records = ['2026-09-15', '', '2026-11-01', '2026-12-10', '2025-01-01'];
  expect(dueDay('record-date', '2026-08-10', '2026-12-05', records)).toBe('2026-11-01');
  expect(dueDay('record-date', '2026-11-01', '2026-12-10', records)).toBeNull();
  expect(dueDay('record-date', '2026-11-01', '2026-12-11', records)).toBe('2026-12-10');
});
