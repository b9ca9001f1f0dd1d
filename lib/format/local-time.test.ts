import { expect, test } from 'vitest';
import { formatLocalTime } from './local-time.ts';

test.each([
  ['2026-11-20 15:42:05', 'Nov 20, 2026, 3:42:05 PM'],
  ['2026-11-20 00:07', 'Nov 20, 2026, 12:07 AM'],
  ['2026-11-20 12:00', 'Nov 20, 2026, 12:00 PM'],
  ['', ''],
  ['soon', 'soon'],
])('the local time %j is printed as %j', (text, printed) => {
  expect(formatLocalTime(text)).toBe(printed);
});
