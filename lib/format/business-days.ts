import { addDays, type CalendarDate, weekday } from './dates.ts';
import { type HolidaySet, holidayOn } from './holidays.ts';

/** The business days of an agent: a set of holidays and further days on which it was closed. */
export type BusinessCalendar = { holidays: HolidaySet; closings?: ReadonlySet<CalendarDate> };

/** The federal holidays of the United States. */
export const federalCalendar: BusinessCalendar = { holidays: 'federal' };

/** Monday to Friday, without holidays; without a calendar the United States federal ones. */
export function isBusinessDay(day: CalendarDate, calendar = federalCalendar): boolean {
  const dayOfWeek = weekday(day);
  if (dayOfWeek === 0 || dayOfWeek === 6 || calendar.closings?.has(day)) return false;
  return holidayOn(day, calendar.holidays) === null;
}

/** The n-th business day after `day`; for n = 0 the day itself, or the next business day when it is none. */
export function addBusinessDays(day: CalendarDate, count: number, calendar = federalCalendar): CalendarDate {
  return businessDayAfter(
    isBusinessDay(day, calendar) ? day : nextBusinessDay(day, calendar),
    count,
    calendar,
  );
}

/** The n-th business day after `day`, which need not be one: from a Saturday, n = 1 is Monday. */
export function businessDayAfter(day: CalendarDate, count: number, calendar = federalCalendar): CalendarDate {
  let at = day;
  for (let left = count; left > 0; left -= 1) at = nextBusinessDay(at, calendar);
  return at;
}

/** The n-th business day before `day`, which is not counted and need not be one. */
export function businessDayBefore(
  day: CalendarDate,
  count: number,
  calendar = federalCalendar,
): CalendarDate {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, -1);
    if (isBusinessDay(at, calendar)) left -= 1;
  }
  return at;
}

export function nextBusinessDay(day: CalendarDate, calendar = federalCalendar): CalendarDate {
  let at = addDays(day, 1);
  while (!isBusinessDay(at, calendar)) at = addDays(at, 1);
  return at;
}

/** Business days after `from` up to and including `to`: the received day is day 0. */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  calendar = federalCalendar,
): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
    if (isBusinessDay(day, calendar)) count += 1;
  }
  return count;
}
