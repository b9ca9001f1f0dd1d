import { expect, test } from 'vitest';
import { formatInstant, formatLocalTime } from './instants.ts';

test('an instant is told on the clocks of its zone, which it names', () => {
  expect(formatInstant('2026-11-20T01:30:00Z', 'America/New_York')).toBe('Nov 19, 2026, 8:30 PM EST');
  expect(formatInstant('2026-07-01T01:30:00Z', 'America/New_York')).toBe('Jun 30, 2026, 9:30 PM EDT');
});

test.each([
  ['2026-11-20 15:42:05', 'Nov 20, 2026, 3:42:05 PM'],
  ['2026-11-20 00:07', 'Nov 20, 2026, 12:07 AM'],
  ['2026-11-20 12:00', 'Nov 20, 2026, 12:00 PM'],
  ['', ''],
  ['soon', 'soon'],
])('the local time %j is printed as %j', (text, printed) => {
  expect(formatLocalTime(text)).toBe(printed);
});
