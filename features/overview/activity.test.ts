import { expect, it } from 'vitest';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { activityOf, activityPeriod, latestOf } from './activity.ts';

const entry = (key: string, effective: string, type = 'Transfer') =>
  ({ key, effective, type, canceled: [], issued: [] }) as unknown as JournalEntry;

it('covers six months, the current one included', () => {
  expect(activityPeriod('2026-11-20')).toEqual({ from: '2026-06-01', to: '2026-11-20' });
  expect(activityPeriod('2026-03-31')).toEqual({ from: '2025-10-01', to: '2026-03-31' });
});

it('counts by month and type and keeps empty months', () => {
  const { types, months } = activityOf(
    [
      entry('1', '2026-09-30'),
      entry('2', '2026-11-01', 'Retirement'),
      entry('3', '2026-11-02'),
      entry('4', 'soon'),
      entry('5', '2026-11-03', ''),
    ],
    { from: '2026-09-01', to: '2026-11-20' },
  );
  expect(types).toEqual(['Transfer', 'Other', 'Retirement']);
  expect(months.map(({ month, counts, total }) => [month, counts, total])).toEqual([
    ['2026-09', [1, 0, 0], 1],
    ['2026-10', [0, 0, 0], 0],
    ['2026-11', [1, 1, 1], 3],
  ]);
});

it('never has more than eight kinds, and loses none', () => {
  const entries = Array.from({ length: 12 }, (_, index) => entry(`${index}`, '2026-11-01', `Type ${index}`));
  const { types, months } = activityOf(entries, { from: '2026-11-01', to: '2026-11-20' });
  expect([types.length, types.at(-1)]).toEqual([8, 'Other']);
  expect(months[0]?.counts.reduce((sum, one) => sum + one, 0)).toBe(12);
});

it('has the latest first, within a day the later in the journal', () => {
  const list = [
    entry('a', '2026-11-01'),
    entry('b', '2026-11-03'),
    entry('c', '2026-11-03'),
    entry('d', '2026-11-02'),
  ];
  expect(latestOf(list, 3).map((one) => one.key)).toEqual(['c', 'b', 'd']);
});
