import { addBusinessDays, businessDaysBetween, isBusinessDay } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import type { ClockItem } from '#registry/queries/facts/turnaround-items';

const businessDaysMax = 3;

export type Turnaround = {
  countedFrom: CalendarDate;
  dueDate: CalendarDate;
  businessDays: number | null;
  isWithin: boolean | null;
  isCounted: boolean;
};

/**
 * The clock of one item, by the rule of question 9a of Form TA-2: the day received is day 0, the item is due on the
 * third business day after it, and a pending item counts once that day has passed.
 */
export function turnaroundOf(item: ClockItem, today: CalendarDate): Turnaround {
  const { received_on: received } = item;
  const done = item.completed_on ?? item.rejected_on;
  const isCanceled = item.status === 'Canceled';
  const days = isCanceled ? null : businessDaysBetween(received, done ?? today);
  const isLate = days !== null && days > businessDaysMax;
  const isWithin = isLate ? false : days !== null && done ? true : null;
  return {
    countedFrom: received,
    dueDate: addBusinessDays(received, isBusinessDay(received) ? businessDaysMax : businessDaysMax - 1),
    businessDays: days,
    isWithin,
    isCounted: item.kind === 'T' && item.is_routine && isWithin !== null,
  };
}
