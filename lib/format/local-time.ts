import { formatDate } from './dates.ts';

/** 'America/New York': a time zone in the header of a column of times. */
export const zoneTitle = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/**
 * 'Nov 20, 2026, 3:42:05 PM', of a time on some zone's clocks, 'yyyy-mm-dd hh:mm[:ss]', which sorts as text. For
 * tables whose header names the zone. Other text is returned unchanged.
 */
export function formatLocalTime(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})(:\d{2})?$/.exec(text);
  if (!match) return text;
  const [, day, hours, minutes, seconds = ''] = match;
  const hour = Number(hours);
  return `${formatDate(day)}, ${hour % 12 || 12}:${minutes}${seconds} ${hour < 12 ? 'AM' : 'PM'}`;
}
