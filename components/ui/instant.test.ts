import { expect, test } from 'vitest';
import { formatInstant, formatTime } from './instant.ts';

test('a time of day names its zone too', () => {
  const at = Date.parse('2026-11-20T20:42:00Z');
  expect([formatTime(at, 'America/New_York'), formatTime(at, 'UTC')]).toEqual(['3:42 PM EST', '8:42 PM UTC']);
});

test('an instant is formatted in its time zone, which it names', () => {
  expect(formatInstant('2026-11-20T01:30:00Z', 'America/New_York')).toBe('Nov 19, 2026, 8:30 PM EST');
  expect(formatInstant('2026-07-01T01:30:00Z', 'America/New_York')).toBe('Jun 30, 2026, 9:30 PM EDT');
});
