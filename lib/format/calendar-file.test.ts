import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const file = (title: string, text = '') =>
  calendarFile('All issuers', [{ id: 'a@b', day: '2026-12-31', title, text }], '2026-11-20T15:04:05.123Z');

it('writes whole days without a time zone', () => {
  expect(file('Record date', 'Class A').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sharebook//Calendar//EN',
    'X-WR-CALNAME:All issuers',
    'BEGIN:VEVENT',
    'UID:a@b',
    'DTSTAMP:20261120T150405Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Record date',
    'DESCRIPTION:Class A',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('keeps a text from ending its line or beginning another property', () => {
  const written = file('A; B, C\\D\r\nATTENDEE:x\u0000y', 'first\nsecond');
  expect(written).toContain('SUMMARY:A\\; B\\, C\\\\D\\nATTENDEE:x y\r\n');
  expect(written).toContain('DESCRIPTION:first\\nsecond\r\n');
});

it('breaks lines after 75 bytes and never within a character', () => {
  const title = 'é€😀'.repeat(60);
  const lines = file(title).split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file(title).replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
});
