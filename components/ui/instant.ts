import { instantText, timeText } from '#lib/format/instant';

/**
 * 'Nov 20, 2026, 3:42 PM EST': an instant on the clocks of a time zone, with the zone's name. Without `timeZone`
 * it is the zone of the browser.
 */
export const formatInstant = (iso: string, timeZone?: string): string => instantText(new Date(iso), timeZone);

/** '3:42 PM EST': the time of an instant in milliseconds; without a time zone, in the browser's zone. */
export const formatTime = (ms: number, timeZone?: string): string => timeText(new Date(ms), timeZone);
