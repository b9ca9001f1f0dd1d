import type { CalendarDate } from './dates.ts';

/** The calendar day it is now in a time zone, such as the registry's. */
export function todayIn(timeZone: string, now: Date): CalendarDate {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', parts).format(now);
}
