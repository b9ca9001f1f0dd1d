import { expect, test } from 'vitest';
import { businessDayAfter, isBusinessDay } from './business-days.ts';
import { easterSunday, holidayOn, holidaySets } from './holidays.ts';

test.each([
  [1999, '1999-04-04'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i', (year, day) => {
  expect(easterSunday(year)).toBe(day);
});

test.each([
  ['2027-03-26', 'Good Friday', ['nyse']],
  ['2026-10-12', 'Columbus Day', ['federal', 'fedBank']],
  ['2026-11-11', 'Veterans Day', ['federal', 'fedBank']],
  ['2026-11-26', 'Thanksgiving Day', ['federal', 'nyse', 'fedBank']],
  ['2021-06-18', 'Juneteenth', ['federal']],
  ['2022-06-20', 'Juneteenth', ['federal', 'nyse', 'fedBank']],
  ['2026-07-03', 'Independence Day', ['federal', 'nyse']],
  ['2021-12-31', "New Year's Day", ['federal']],
  ['2022-12-26', 'Christmas Day', ['federal', 'nyse', 'fedBank']],
  ['1997-01-20', 'Martin Luther King Jr. Day', ['federal', 'fedBank']],
  ['1998-01-19', 'Martin Luther King Jr. Day', ['federal', 'nyse', 'fedBank']],
])('%s, %s, closes %s', (day, name, sets) => {
  expect(holidaySets.filter((set) => holidayOn(day, set) === name)).toEqual(sets);
});

test('a further closing is no business day', () => {
  const calendar = { holidays: 'nyse', closings: new Set(['2025-01-09']) } as const;
  expect(isBusinessDay('2025-01-09')).toBe(true);
  expect(isBusinessDay('2025-01-09', calendar)).toBe(false);
  expect(businessDayAfter('2025-01-08', 1, calendar)).toBe('2025-01-10');
});
