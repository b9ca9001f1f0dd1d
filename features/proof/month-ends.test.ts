import { expect, it } from 'vitest';
import type { MonthEnd } from '#lib/api/month-ends';
import { changeText, monthEndsBefore, outdated } from './month-ends.tsx';

it('gives the ends of the months before a day, across a year and a leap day', () => {
  expect(monthEndsBefore('2024-03-31', 4)).toEqual(['2024-02-29', '2024-01-31', '2023-12-31', '2023-11-30']);
  expect(monthEndsBefore('2026-11-01', 1)).toEqual(['2026-10-31']);
});

const stored = (end: string, version: string | null): MonthEnd => ({
  end,
  version,
  kind: 'in proof',
  label: 'In proof',
  sentence: 'In proof.',
  readAt: '2026-11-20T15:00:00Z',
});

it('reads again what rests on another version of the books, and is shown', () => {
  const known = [stored('2026-10-31', '7'), stored('2026-09-30', '8'), stored('2026-08-31', null)];
  const ends = ['2026-10-31', '2026-09-30', '2026-08-31'];
  expect(outdated(known, ends, '8')).toEqual(['2026-10-31']);
  expect(outdated(known, ends.slice(1), '8')).toEqual([]);
  // A registry that gives no version: nothing is known to have changed.
  expect(outdated(known, ends, null)).toEqual([]);
});

it('says what a figure was and is, exactly', () => {
  const change = {
    className: 'Common',
    text: 'Issued shares',
    before: { left: '9007199254740993', right: null },
    now: { left: '9007199254740994', right: '1' },
  };
  expect(changeText(change)).toBe(
    'Common: Issued shares: 9,007,199,254,740,993 and not read then, 9,007,199,254,740,994 and 1 now',
  );
  expect(changeText({ ...change, className: '', before: null })).toBe(
    'Issued shares: not compared then, 9,007,199,254,740,994 and 1 now',
  );
});
