import { expect, it } from 'vitest';
import { monthEndsBefore } from './month-ends.tsx';

it('gives the ends of the months before a day, across a year and a leap day', () => {
  expect(monthEndsBefore('2024-03-31', 4)).toEqual(['2024-02-29', '2024-01-31', '2023-12-31', '2023-11-30']);
  expect(monthEndsBefore('2026-11-01', 1)).toEqual(['2026-10-31']);
});
