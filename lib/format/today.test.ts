import { expect, test } from 'vitest';
import { addDays } from './dates.ts';
import { todayIn } from './today.ts';

/** Days of clock changes, a leap day and a year's end, for several time zones. */
const days: [string, string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/St_Johns', '2028-02-29'],
  ['Pacific/Kiritimati', '2026-12-31'],
];

// An as-of date is a calendar day of the registry: it changes once, at midnight in the registry's zone.
test.each(days)('%s, around %s: every half hour has its day, and each day occurs once', (zone, day) => {
  const half = 30 * 60_000;
  const noon = Date.parse(`${day}T12:00:00Z`);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const seen: string[] = [];
  for (let at = noon - 36 * 3_600_000; at <= noon + 36 * 3_600_000; at += half) {
    const now = todayIn(zone, new Date(at));
    if (now !== seen.at(-1)) {
      // The first half hour of a day begins at midnight there; the start of the very first day is not in the
      // sample.
      if (seen.length > 0) expect(clock.format(at)).toBe('00:00');
      seen.push(now);
    }
  }
  expect(seen).toContain(day);
  expect(seen).toEqual(seen.map((_, index) => addDays(seen[0] ?? '', index)));
});
