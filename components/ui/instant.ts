const timeOfDay = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
const dayAndTime = { year: 'numeric', month: 'short', day: 'numeric', ...timeOfDay } as const;

/**
 * 'Nov 20, 2026, 3:42 PM EST': an instant on the clocks of a time zone, with the zone's name. Without `timeZone`
 * it is the zone of the browser.
 */
export const formatInstant = (iso: string, timeZone?: string): string =>
  new Date(iso).toLocaleString('en-US', { timeZone, ...dayAndTime });

/** '3:42 PM EST': the time of an instant in milliseconds; without a time zone, in the browser's zone. */
export const formatTime = (ms: number, timeZone?: string): string =>
  new Date(ms).toLocaleTimeString('en-US', { timeZone, ...timeOfDay });
