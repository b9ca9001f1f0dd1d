import { expect, test } from 'vitest';
import { pieces, presets, readPeriod } from './periods.ts';

test('a period is split at quarters, a long one at years, without gap or overlap', () => {
  expect(pieces({ from: '2026-02-10', to: '2026-07-01' })).toEqual([
    { from: '2026-02-10', to: '2026-03-31' },
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-07-01' },
  ]);
  expect(pieces({ from: '2024-12-31', to: '2026-11-20' })).toEqual([
    { from: '2024-12-31', to: '2024-12-31' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-11-20' },
  ]);
  expect(pieces({ from: '2026-02-02', to: '2026-02-01' })).toEqual([]);
});

test('the default periods start on the expected dates', () => {
  const on = (day: string) =>
    Object.fromEntries(presets(day).map(({ id, from, to }) => [id, `${from} ${to}`]));
  expect(on('2026-11-20')).toMatchObject({
    quarter: '2026-10-01 2026-11-20',
    'last-quarter': '2026-07-01 2026-09-30',
    month: '2026-11-01 2026-11-20',
    'last-month': '2026-10-01 2026-10-31',
    year: '2026-01-01 2026-11-20',
    twelve: '2025-11-21 2026-11-20',
  });
  expect(on('2026-01-01')).toMatchObject({ 'last-quarter': '2025-10-01 2025-12-31' });
});

test('a period in the URL is used if it ends by today', () => {
  const defaults = { from: '2026-10-01', to: '2026-11-20' };
  const read = (from: string | null, to: string | null) => readPeriod(from, to, '2026-11-20', defaults);
  expect(read('2025-01-01', '2025-02-01')).toEqual({ from: '2025-01-01', to: '2025-02-01' });
  expect(read('2025-01-01', null)).toEqual({ from: '2025-01-01', to: '2026-11-20' });
  expect(read('2026-01-01', '2027-01-01')).toEqual({ from: '2026-01-01', to: '2026-11-20' });
  expect(read('2026-02-30', 'never')).toEqual(defaults);
  expect(read('2026-05-02', '2026-05-01')).toEqual(defaults);
});
