// Whether an item was turned around in time, in business days.

import { businessDayAfter, federalCalendar } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import { turnaroundDays } from '#lib/register/transactions/status';
import { daysTaken, isWithin } from '#registry/items/rules/clock';

/** What the turnaround of an item that was not withdrawn depends on. */
export type ClockFacts = {
  /** Day 0. */
  counted_from: CalendarDate;
  /** Day on which it was completed or rejected; null while it is pending. */
  done_on: CalendarDate | null;
  effective_on: CalendarDate | null;
};

export type Turnaround = {
  dueDate: CalendarDate;
  /** Business days until it was done, or until today. */
  businessDays: number;
  /** Null while it is pending and may still be in time. */
  isWithin: boolean | null;
};

/**
 * The turnaround of an item, as question 9a of Form TA-2 counts it: due on the third business day after day 0. A pending
 * item is late once that day has passed, and not before a later effective date.
 */
export function turnaroundOf(
  { counted_from, done_on, effective_on }: ClockFacts,
  today: CalendarDate,
): Turnaround {
  const businessDays = daysTaken(counted_from, done_on ?? today, federalCalendar);
  const isInTime = isWithin(businessDays);
  const isOpen = done_on === null && (isInTime || (effective_on !== null && effective_on > today));
  return {
    dueDate: businessDayAfter(counted_from, turnaroundDays, federalCalendar),
    businessDays,
    isWithin: isOpen ? null : isInTime,
  };
}
