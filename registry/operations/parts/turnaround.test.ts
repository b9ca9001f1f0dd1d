import { expect, test } from 'vitest';
import { turnaroundOf } from './turnaround.ts';

const pending = { done_on: null, effective_on: null };

test.each([
  ['2026-11-19', '2026-11-24', '2026-11-24', 3, true],
  ['2026-11-19', '2026-11-25', '2026-11-24', 4, false],
  // Saturday, in the week of Thanksgiving.
  ['2026-11-21', '2026-11-25', '2026-11-25', 3, true],
  ['2026-11-23', '2026-11-30', '2026-11-27', 4, false],
])('counted from %s and done on %s: due %s', (counted_from, done_on, dueDate, businessDays, isWithin) => {
  const item = { ...pending, counted_from, done_on };
  expect(turnaroundOf(item, '2026-12-01')).toEqual({ dueDate, businessDays, isWithin });
});

test('a pending item is open until it is overdue', () => {
  const item = { ...pending, counted_from: '2026-11-19' };
  expect(turnaroundOf(item, '2026-11-24').isWithin).toBeNull();
  expect(turnaroundOf(item, '2026-11-25').isWithin).toBe(false);
});

test('a pending item of a later day is open until that day', () => {
  const item = { ...pending, counted_from: '2026-11-19', effective_on: '2026-12-01' };
  expect(turnaroundOf(item, '2026-11-30')).toMatchObject({ businessDays: 6, isWithin: null });
  expect(turnaroundOf(item, '2026-12-01').isWithin).toBe(false);
});
