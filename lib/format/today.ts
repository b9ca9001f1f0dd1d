import type { CalendarDate } from './dates.ts';

/** The calendar day it is now in a time zone, such as the registry's. */
export function todayIn(timeZone: string, now: Date): CalendarDate {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', parts).format(now);
}

/** Whether the runtime knows this time zone; for configurations. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
