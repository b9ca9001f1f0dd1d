// Reads and writes the time at which an item was received, in a time zone.

import { isDate } from '#lib/format/dates';

/** '10:15 AM', '1015', '2p' or '14:05' → '14:05'; null for text that is not a time. */
export function readTime(text: string): string | null {
  const match = /^(\d{1,2}):?(\d{2})?\s*([ap])?\.?m?\.?$/i.exec(text.trim());
  if (!match) return null;
  const [, hours = '', minutes = '00', half] = match;
  const given = Number(hours);
  if (half && (given < 1 || given > 12)) return null;
  const hour = half ? (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : given;
  if (hour > 23 || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** '14:05' → '2:05 PM'. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The clock of a zone at an instant. */
export function clockIn(zone: string, at: Date): { date: string; time: string; offsetMinutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  const minute = Math.floor(at.getTime() / 60_000) * 60_000;
  return {
    date: `${of('year')}-${two(of('month'))}-${two(of('day'))}`,
    time: `${two(of('hour'))}:${two(of('minute'))}`,
    offsetMinutes: Math.round((local - minute) / 60_000),
  };
}

/** 'EST': name of the zone on a day. */
export function zoneName(zone: string, date: string): string {
  const noon = new Date(`${isDate(date) ? date : '2026-01-01'}T12:00:00Z`);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    noon,
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** A time on the clocks of a zone, with its offset: 2026-11-20T10:15:00-05:00. Without a time, the date. */
export function instantOf(date: string, time: string, zone: string): string {
  if (!time) return date;
  const wall = Date.parse(`${date}T${time}:00Z`);
  const guess = clockIn(zone, new Date(wall)).offsetMinutes;
  const offset = clockIn(zone, new Date(wall - guess * 60_000)).offsetMinutes;
  const size = Math.abs(offset);
  return `${date}T${time}:00${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Date and time of a received time on the clocks of a zone; only the date where it has no time. */
export function receivedIn(zone: string, receivedAt: string): { date: string; time: string } {
  if (isDate(receivedAt)) return { date: receivedAt, time: '' };
  const { date, time } = clockIn(zone, new Date(receivedAt));
  return { date, time };
}
