import { expect, test } from 'vitest';
import { turnaroundOf } from './turnaround.ts';

const item = {
  kind: 'T',
  status: 'Completed',
  is_routine: true,
  received_on: '2026-11-19',
  completed_on: null as string | null,
  rejected_on: null as string | null,
};

test.each([
  ['2026-11-19', '2026-11-24', '2026-11-24', 3, true],
  ['2026-11-19', '2026-11-25', '2026-11-24', 4, false],
  // Saturday, in the week of Thanksgiving.
  ['2026-11-21', '2026-11-25', '2026-11-25', 3, true],
  ['2026-11-23', '2026-11-30', '2026-11-27', 4, false],
])('received %s and completed %s: due %s', (received_on, completed_on, dueDate, businessDays, isWithin) => {
  const result = turnaroundOf({ ...item, received_on, completed_on }, '2026-12-01');
  expect(result).toEqual({ countedFrom: received_on, dueDate, businessDays, isWithin, isCounted: true });
});

test('a rejection ends the clock', () => {
  const result = turnaroundOf({ ...item, status: 'Rejected', rejected_on: '2026-11-20' }, '2026-12-01');
  expect(result).toMatchObject({ businessDays: 1, isWithin: true, isCounted: true });
});

test('a pending item is open until it is overdue', () => {
  const pending = { ...item, status: 'Pending' };
  expect(turnaroundOf(pending, '2026-11-24')).toMatchObject({ isWithin: null, isCounted: false });
  expect(turnaroundOf(pending, '2026-11-25')).toMatchObject({ isWithin: false, isCounted: true });
});

test('a canceled item has no turnaround; one that is not routine is not counted', () => {
  expect(turnaroundOf({ ...item, status: 'Canceled' }, '2026-12-01')).toMatchObject({
    businessDays: null,
    isWithin: null,
    isCounted: false,
  });
  const done = { ...item, completed_on: '2026-11-20', is_routine: false };
  expect(turnaroundOf(done, '2026-12-01')).toMatchObject({ isWithin: true, isCounted: false });
});
