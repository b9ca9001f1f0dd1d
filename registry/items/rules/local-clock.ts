// Converts between instants and the local date and time of a time zone.

import type { CalendarDate } from '#lib/format/dates';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time, 'hh:mm:ss', that clocks of a zone show at an instant. Parts of a second are cut off. */
export function localTime(instant: string | Date, timeZone: string): { date: CalendarDate; time: string } {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(typeof instant === 'string' ? new Date(instant) : instant)
      .map(({ type, value }) => [type, value]),
  );
  return {
    date: `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}

/**
 * The instant, in UTC, at which clocks of a zone show a date and time 'hh:mm'. Of a time that clocks show twice the
 * first; a time that they skip is as long after the change as it is after the start of the gap.
 */
export function instantOf(date: CalendarDate, time: string, timeZone: string): string {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const before = wanted - offsetMs(wanted - dayMs, timeZone);
  const after = wanted - offsetMs(wanted + dayMs, timeZone);
  const at = [before, after].find((instant) => instant + offsetMs(instant, timeZone) === wanted) ?? before;
  return new Date(at).toISOString();
}

const dayMs = 24 * 60 * 60 * 1000;

/** How far clocks of a zone are ahead of UTC at an instant. */
function offsetMs(instant: number, timeZone: string): number {
  const { date, time } = localTime(new Date(instant), timeZone);
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant / 1000) * 1000;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone);
  if (found) return found;
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, format);
  return format;
}
