import { expect, it } from 'vitest';
import { statusRow } from '#lib/register/transactions/status';
import { monthsOf, readMonth } from './months.ts';
import { itemOf, monthCounts, outcomeOf } from './turnaround.ts';

const today = '2026-11-20';
const row = (status: string, receivedDate: string, completedDate = '') =>
  statusRow({ status, receivedDate, completedDate }, today);
const item = (...given: Parameters<typeof row>) => itemOf(row(...given), 1001, 'Larkspur');

it('measures three business days, and does not assume a rejection date', () => {
  expect(outcomeOf(row('Completed', '10/1/2026', '10/6/2026'))).toEqual({ outcome: 'within', days: 3 });
  expect(outcomeOf(row('Completed', '10/1/2026', '10/7/2026'))).toEqual({ outcome: 'late', days: 4 });
  expect(outcomeOf(row('Rejected', '10/1/2026'))).toEqual({ outcome: 'rejected', days: null });
  expect(outcomeOf(row('Rejected', '10/1/2026', '10/2/2026'))).toEqual({ outcome: 'within', days: 1 });
  expect(outcomeOf(row('Pending', '11/19/2026')).outcome).toBe('open');
  expect(outcomeOf(row('Pending', '11/3/2026')).outcome).toBe('late');
  expect(outcomeOf(row('Canceled', '10/1/2026')).outcome).toBe('withdrawn');
  expect(outcomeOf(row('Completed', '10/1/2026', 'n/a')).outcome).toBe('unknown');
  expect(outcomeOf(row('On Hold', '10/1/2026')).outcome).toBe('unknown');
});

it('compares a month with 90%, as a range from minimum to maximum', () => {
  const many = (count: number, ...given: Parameters<typeof row>) =>
    Array.from({ length: count }, () => item(...given));
  const month = monthCounts('2026-10', [
    ...many(88, 'Completed', '10/1/2026', '10/2/2026'),
    ...many(9, 'Completed', '10/1/2026', '10/30/2026'),
    ...many(3, 'Rejected', '10/5/2026'),
    ...many(2, 'Canceled', '10/5/2026'),
    ...many(7, 'Completed', '9/30/2026', '10/1/2026'),
  ]);
  expect(month).toMatchObject({ received: 102, counted: 100, least: 88, most: 91, standard: 'open' });
  expect(monthCounts('2026-09', many(7, 'Completed', '9/30/2026', '10/1/2026')).standard).toBe('met');
  expect(monthCounts('2026-09', many(1, 'Completed', '9/1/2026', '9/30/2026')).standard).toBe('below');
  expect(monthCounts('2026-08', []).standard).toBe('met');
  const nine = [
    ...many(9, 'Completed', '10/1/2026', '10/2/2026'),
    item('Completed', '10/1/2026', '10/30/2026'),
  ];
  expect(monthCounts('2026-10', nine).standard).toBe('met');
});

it('lists the months begun and reads a month from the URL', () => {
  expect(monthsOf(2026, today)).toHaveLength(11);
  expect(monthsOf(2026, today)[0]).toBe('2026-11');
  expect(monthsOf(2025, today)).toHaveLength(12);
  expect(readMonth('2026-10', today)).toBe('2026-10');
  for (const bad of ['2026-12', '2026-13', 'x', null]) expect(readMonth(bad, today)).toBe('2026-10');
  expect(readMonth(null, '2026-01-05')).toBe('2025-12');
});
