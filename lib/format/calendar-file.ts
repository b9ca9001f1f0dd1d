import { addDays, type CalendarDate } from './dates.ts';

/** An entry of a whole day. `id` stays the same when the entry is written again. */
export type CalendarEntry = { id: string; day: CalendarDate; title: string; text: string };

const lineBytesMax = 75;
const encoder = new TextEncoder();

/** Breaks a line after at most 75 bytes, never within a character; the rest begins with a blank. */
function folded(line: string): string {
  let text = '';
  let used = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (used + bytes > lineBytesMax) {
      text += '\r\n ';
      used = 1;
    }
    text += character;
    used += bytes;
  }
  return text;
}

/** Control characters would end a line; backslash, semicolon and comma have a meaning of their own. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\n|\r/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

const compact = (day: CalendarDate) => day.replaceAll('-', '');

/**
 * A calendar file (iCalendar, RFC 5545) of whole days without a time zone, so that a date is the same everywhere.
 * `writtenAt` is an instant as ISO text.
 */
export function calendarFile(name: string, entries: readonly CalendarEntry[], writtenAt: string): string {
  const stamp = `${writtenAt.slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sharebook//Calendar//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap(({ id, day, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(id)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
