import { expect, test } from 'vitest';
import { businessDaysBetween, isBusinessDay } from '#lib/format/business-days';
import { openDay, openDayBefore, pendingSince } from './schedule.ts';

test.each(['2026-11-20', '2026-12-01', '2027-01-04'])(
  'of twenty items pending on %s two are late',
  (today) => {
    const days = Array.from({ length: 20 }, (_, place) => pendingSince(today, place));
    const ages = days.map((day) => businessDaysBetween(day, today));
    expect(days.every((day) => isBusinessDay(day))).toBe(true);
    expect(ages.filter((age) => age > 3)).toEqual([9, 14]);
    expect(ages.filter((age) => age <= 2)).toHaveLength(18);
  },
);

test.each([
  ['2024-03-03', '2024-03-04', '2024-03-01', 'a Sunday'],
  ['2025-04-18', '2025-04-21', '2025-04-17', 'Good Friday, when the agent works'],
  ['2026-11-11', '2026-11-12', '2026-11-10', 'Veterans Day, when the exchange trades'],
  ['2026-03-20', '2026-03-20', '2026-03-19', 'a Friday'],
])('the open days at %s', (day, next, before, _why) => {
  expect([openDay(day), openDayBefore(day)]).toEqual([next, before]);
});
