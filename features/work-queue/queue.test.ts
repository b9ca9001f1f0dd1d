import { expect, it } from 'vitest';
import { statusRow } from '#lib/register/transactions/status';
import { ageOf, dueDay, queueRow, queueSummary, rejectedOf } from './queue.ts';

const today = '2026-11-20';
const pending = (receivedDate: string) =>
  queueRow(statusRow({ receivedDate, status: 'Pending', transactionId: 1 }, today), 1001, 'Larkspur', today);

it('is due on the third business day after receipt, without holidays and weekends', () => {
  expect(dueDay('2026-11-17')).toBe('2026-11-20');
  expect(dueDay('2026-11-14')).toBe('2026-11-18');
  // November 11 is Veterans Day.
  expect(dueDay('2026-11-10')).toBe('2026-11-16');
});

it('distinguishes overdue, due today and not yet due, consistent with the days counted', () => {
  expect(ageOf('2026-11-16', today)).toBe('late');
  expect(ageOf('2026-11-17', today)).toBe('today');
  expect(ageOf('2026-11-18', today)).toBe('within');
  expect(ageOf('soon', today)).toBe('undated');
  for (const received of [
    '11/13/2026',
    '11/14/2026',
    '11/15/2026',
    '11/16/2026',
    '11/17/2026',
    '11/18/2026',
  ]) {
    const row = pending(received);
    expect((row.days ?? 0) > 3, received).toBe(row.age === 'late');
    expect(row.days === 3, received).toBe(row.age === 'today');
  }
});

it('computes ages and finds the oldest item', () => {
  const rows = ['11/3/2026', '11/17/2026', '11/19/2026', ''].map(pending);
  const { oldest, ...counts } = queueSummary(rows);
  expect(counts).toEqual({ pending: 4, late: 1, dueToday: 1 });
  expect(oldest?.received).toBe('2026-11-03');
  expect(queueSummary([]).oldest).toBeNull();
});

it('has no due date for an issuance, however long it waits for its effective date', () => {
  const issuance = (receivedDate: string) =>
    queueRow(
      statusRow({ receivedDate, status: 'Pending', type: 'New issuance', transactionId: 2 }, today),
      1001,
      'Larkspur',
      today,
    );
  expect(issuance('11/3/2026')).toMatchObject({ due: '', age: 'exempt', days: 12 });
  expect(queueSummary([issuance('11/3/2026')])).toEqual({ pending: 1, late: 0, dueToday: 0, oldest: null });
  const rows = [issuance('11/3/2026'), pending('11/17/2026')];
  expect(queueSummary(rows)).toMatchObject({ pending: 2, late: 0, dueToday: 1 });
  expect(queueSummary(rows).oldest?.received).toBe('2026-11-17');
});

it('counts rejections of today only where the list has their date', () => {
  const rejected = (completedDate: string) =>
    statusRow({ receivedDate: '11/18/2026', completedDate, status: 'Rejected' }, today);
  expect(rejectedOf([rejected(''), rejected('')], today, false).today).toBeNull();
  expect(rejectedOf([rejected('11/20/2026'), rejected('11/19/2026')], today, false).today).toBe(1);
  // A list of rejections has every date, so that an empty one means none today.
  expect(rejectedOf([], today, true)).toEqual({ count: 0, today: 0 });
});
