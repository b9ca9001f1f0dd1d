import { expect, test } from 'vitest';
import { heldOverText, monthEvidence, noticeOfMonth } from './month-evidence.ts';
import type { FactMonth } from './turnaround-facts.ts';
import { itemForTests as item } from './turnaround-facts-for-tests.ts';

const month = (over: Partial<FactMonth> = {}): FactMonth => ({
  month: '2026-10',
  received: 5,
  routine: 3n,
  within: 1n,
  percent: '33.33',
  passed: false,
  ...over,
});
const items = [
  item({}),
  item({ countedFrom: '2026-10-15', received: '2026-10-15', completed: '2026-11-04', result: 'late' }),
  item({
    countedFrom: '2026-10-23',
    received: '2026-10-23',
    completed: '',
    status: 'Pending',
    result: 'late',
  }),
  item({ countedFrom: '2026-10-26', received: '2026-10-26', completed: '2026-11-02', result: 'late' }),
  item({ routine: false, completed: '', rejected: '2026-10-05' }),
  item({
    routine: false,
    received: '2026-09-30',
    countedFrom: '2026-09-30',
    completed: '',
    status: 'Pending',
  }),
  item({ status: 'Canceled', completed: '', result: 'withdrawn' }),
];

test('the record of a month', () => {
  const found = monthEvidence(month(), items, '2026-11-20');
  expect(found).toMatchObject({
    holidays: [{ date: '2026-10-12', name: 'Columbus Day' }],
    lastBusinessDay: '2026-10-30',
    routineReceived: 5,
    withdrawn: 1,
    notWithin: 2n,
    otherReceived: 1,
    otherDone: 1,
    // Four business days after October 26 is not over four.
    heldOver: [
      { days: 5, items: 1 },
      { days: 11, items: 1 },
    ],
    otherHeld: 1,
    outcome: 'missed',
    noticeBy: '2026-11-16',
  });
  expect(heldOverText(found.heldOver)).toBe('1 for 5 business days, 1 for 11 business days');
  const notice = noticeOfMonth(found, 'Harborline');
  expect(notice).toContain('Percentage of routine items turned around within three business days: 33.33%');
  expect(notice).toContain('more than four business days on Oct 30, 2026: 1 for 5 business days');
});

test('a month is open until what arrived on its last afternoon is due', () => {
  const on = (today: string, over: Partial<FactMonth> = {}) =>
    monthEvidence(month(over), items, today).outcome;
  // October 31, 2026 is a Saturday: counted from Monday, due on Thursday.
  expect(on('2026-11-05')).toBe('open');
  expect(on('2026-11-06')).toBe('missed');
  expect(on('2026-11-06', { within: 3n, passed: true })).toBe('met');
  expect(on('2026-11-06', { routine: 0n, within: 0n, passed: true })).toBe('no routine items');
});
