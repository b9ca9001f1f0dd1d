import { addDays, addMonths, type CalendarDate, daysBetween } from '../format/dates.ts';

/**
 * Days that count for checks not yet cashed, from the day of payment. A payee is unresponsive at the next regular check
 * or after 180 days, whichever comes first, and gets a notice by day 210 (17 CFR 240.17Ad-17(c) allows seven months),
 * unless the check is under $25. A bank need not pay a check older than six months.
 */
const unresponsiveAfterDays = 180;
const noticeByDays = 210;
const staleAfterMonths = 6;
export const noticeFromCents = 2_500n;

export type CheckDates = {
  daysOld: number;
  unresponsiveOn: CalendarDate;
  noticeBy: CalendarDate;
  staleFrom: CalendarDate;
};

/** What is due when for checks paid on a day that are outstanding on another. `next`: the next regular check, where known. */
export function checkDates(
  paidOn: CalendarDate,
  today: CalendarDate,
  next: CalendarDate | null = null,
): CheckDates {
  const after = addDays(paidOn, unresponsiveAfterDays);
  return {
    daysOld: Math.max(0, daysBetween(paidOn, today)),
    unresponsiveOn: next !== null && next < after ? next : after,
    noticeBy: addDays(paidOn, noticeByDays),
    staleFrom: addMonths(paidOn, staleAfterMonths),
  };
}
