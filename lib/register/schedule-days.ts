import { addDays, addMonths, isDate, monthEnd } from '../format/dates.ts';

/** Which days a report is created for. */
export type ScheduleEvery = 'month-end' | 'record-date';

/** The last month end before `today`: a day is over before a file says what was held at its end. */
export function lastMonthEnd(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1);
}

/** The first month end after `day`. */
export function nextMonthEnd(day: string): string {
  const end = monthEnd(day);
  return end > day ? end : monthEnd(addMonths(`${day.slice(0, 7)}-01`, 1));
}

/**
 * The day for which a file is due: the latest one that is over and comes after `doneThrough`; null when there is none. Of
 * several days that were missed only the latest: they are made up for once.
 */
export function dueDay(
  every: ScheduleEvery,
  doneThrough: string,
  today: string,
  recordDates: readonly string[] = [],
): string | null {
  const days = every === 'month-end' ? [lastMonthEnd(today)] : recordDates.filter((day) => isDate(day));
  return (
    days
      .filter((day) => day > doneThrough && day < today)
      .sort()
      .at(-1) ?? null
  );
}
