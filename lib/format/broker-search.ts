import { businessDayBefore } from './business-days.ts';
import { addDays, type CalendarDate, weekday } from './dates.ts';
import { holidayOn } from './holidays.ts';

/** Business days before the record date by which brokers are asked (17 CFR 240.14a-13(a)(3)). */
export const brokerSearchDays = 20;

/**
 * The last day on which brokers and banks are asked for how many beneficial owners they hold. The record date is
 * not counted; federal holidays and weekends are no business days.
 */
export const brokerSearchDate = (record: CalendarDate): CalendarDate =>
  businessDayBefore(record, brokerSearchDays);

/** The weekdays from the day of the search up to the record date that are federal holidays. */
export function holidaysInSearch(record: CalendarDate): { day: CalendarDate; name: string }[] {
  const found: { day: CalendarDate; name: string }[] = [];
  for (let day = brokerSearchDate(record); day < record; day = addDays(day, 1)) {
    const name = holidayOn(day, 'federal');
    if (name !== null && weekday(day) % 6 !== 0) found.push({ day, name });
  }
  return found;
}
