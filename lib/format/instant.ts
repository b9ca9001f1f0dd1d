const timeOfDay = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
const dayAndTime = { year: 'numeric', month: 'short', day: 'numeric', ...timeOfDay } as const;

/** 'Nov 20, 2026, 3:42 PM EST': a moment on the clocks of a time zone, with the zone's name. */
export const instantText = (at: Date, timeZone?: string): string =>
  at.toLocaleString('en-US', { timeZone, ...dayAndTime });

/** '3:42 PM EST': its time of day. */
export const timeText = (at: Date, timeZone?: string): string =>
  at.toLocaleTimeString('en-US', { timeZone, ...timeOfDay });
