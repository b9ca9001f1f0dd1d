import { expect, test } from 'vitest';
import { checkDates } from './check-ages.ts';

test('a payee is unresponsive at the next regular check or after 180 days, whichever comes first', () => {
  const dates = { daysOld: 249, noticeBy: '2026-10-12', staleFrom: '2026-09-16' };
  expect(checkDates('2026-03-16', '2026-11-20')).toEqual({ ...dates, unresponsiveOn: '2026-09-12' });
  expect(checkDates('2026-03-16', '2026-11-20', '2026-06-15').unresponsiveOn).toBe('2026-06-15');
  expect(checkDates('2026-03-16', '2026-11-20', '2026-12-15').unresponsiveOn).toBe('2026-09-12');
});
