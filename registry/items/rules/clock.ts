// Business-day rules of items: day of receipt, due day, next action, late entry.

import { nextActionDaysMax } from '#lib/contract/agent/item-limits';
import type { ItemKind, ItemStage } from '#lib/contract/agent/values';
import {
  type BusinessCalendar,
  businessDayAfter,
  businessDaysBetween,
  isBusinessDay,
  nextBusinessDay,
} from '#lib/format/business-days';
import { addDays, type CalendarDate, monthEnd } from '#lib/format/dates';
import { turnaroundDays } from '#lib/register/transactions/status';
import { instantOf, localTime } from './local-clock.ts';

/** How the agent counts days. */
export type ClockSettings = {
  /** IANA name of the zone in which days and noon are meant. */
  timeZone: string;
  calendar: BusinessCalendar;
  /** The agent's hour on the due day, 'hh:mm'. */
  cutoff: string;
};

/** Part of a month's routine items that has to be turned around in time. */
export const turnaroundPercent = 90;

const noticeDays = 10;
const noon = '12:00:00';

export type Receipt = {
  /** The calendar day on which the item arrived. */
  receivedDate: CalendarDate;
  /** Day 0: the business days of the rule begin after it. Its month is the month in which the item counts. */
  countedFrom: CalendarDate;
  /** The third business day after day 0; the whole day counts. */
  dueDate: CalendarDate;
  /** The agent's own hour on the due day, as an instant in UTC. */
  target: string;
};

/**
 * When an item counts as received. Up to noon of a business day: that day; later, or on another day: the next
 * business day. A received day without a time is day 0 as it stands.
 */
export function receiptOf(receivedAt: string, { timeZone, calendar, cutoff }: ClockSettings): Receipt {
  const { date, time } = hasTime(receivedAt)
    ? localTime(receivedAt, timeZone)
    : { date: receivedAt, time: null };
  const isDayZero = time === null || (isBusinessDay(date, calendar) && time <= noon);
  const countedFrom = isDayZero ? date : nextBusinessDay(date, calendar);
  const dueDate = businessDayAfter(countedFrom, turnaroundDays, calendar);
  return { receivedDate: date, countedFrom, dueDate, target: instantOf(dueDate, cutoff, timeZone) };
}

/** Whether a receipt lies in the future: an instant after now, or a day after today. */
export function isFutureReceipt(receivedAt: string, now: Date, timeZone: string): boolean {
  return hasTime(receivedAt)
    ? Date.parse(receivedAt) > now.getTime()
    : receivedAt > localTime(now, timeZone).date;
}

/** Whether an item was entered later than the business day after its arrival, which needs a reason. */
export function isEnteredLate(
  receivedDate: CalendarDate,
  enteredOn: CalendarDate,
  calendar: BusinessCalendar,
): boolean {
  return businessDaysBetween(receivedDate, enteredOn, calendar) > 1;
}

/** The day in the agent's zone on which something was done, such as posted at 23:30. */
export function localDay(instant: string | Date, timeZone: string): CalendarDate {
  return localTime(instant, timeZone).date;
}

/** The calendar day on which an item arrived, in the agent's zone. */
export function receivedDay(receivedAt: string, timeZone: string): CalendarDate {
  return hasTime(receivedAt) ? localDay(receivedAt, timeZone) : receivedAt;
}

/** Business days from day 0 to the day on which an item ended: completed, rejected or made available. */
export function daysTaken(countedFrom: CalendarDate, end: CalendarDate, calendar: BusinessCalendar): number {
  return businessDaysBetween(countedFrom, end, calendar);
}

export function isWithin(taken: number): boolean {
  return taken <= turnaroundDays;
}

/** 'yyyy-mm' in whose figures an item counts: the month of day 0. */
export function countedMonth(countedFrom: CalendarDate): string {
  return countedFrom.slice(0, 7);
}

/** An open item is overdue after its due day; one that takes effect later is not overdue before that day. */
export function isOverdue(
  item: { dueDate: CalendarDate; effectiveDate?: CalendarDate | null | undefined },
  today: CalendarDate,
): boolean {
  return today > item.dueDate && !(item.effectiveDate && item.effectiveDate > today);
}

type Counted = {
  kind: ItemKind;
  /** False for what the agent began itself, such as an escheat or a correction. */
  isPresented: boolean;
  isRoutine: boolean;
  stage: ItemStage;
  dueDate: CalendarDate;
  effectiveDate?: CalendarDate | null | undefined;
};

/**
 * Whether an item is in the turnaround figures: a routine transfer that was presented and not withdrawn; while it
 * is open, once it is overdue.
 */
export function countsForTurnaround(item: Counted, today: CalendarDate): boolean {
  if (item.kind !== 'Transfer' || !item.isPresented || !item.isRoutine) return false;
  if (item.stage === 'Canceled') return false;
  return item.stage === 'Posted' || item.stage === 'Rejected' || isOverdue(item, today);
}

/** Whether a month fails: exactly 90 % passes, and so does a month without items. */
export function failsMonth(counted: number, within: number, percent = turnaroundPercent): boolean {
  return within * 100 < counted * percent;
}

/** The last day for the notice about a month that failed. */
export function noticeDueDate(month: string, calendar: BusinessCalendar): CalendarDate {
  return reportDueDate(monthEnd(`${month}-01`), calendar);
}

/** The last day for a report about a month or quarter that ended on a day. */
export function reportDueDate(periodEnd: CalendarDate, calendar: BusinessCalendar): CalendarDate {
  return businessDayAfter(periodEnd, noticeDays, calendar);
}

/** The latest day that may be set for the next step of an open item. */
export function latestNextAction(today: CalendarDate, calendar: BusinessCalendar): CalendarDate {
  return businessDayAfter(today, nextActionDaysMax, calendar);
}

/** The notice of a rejection leaves by the next business day. */
export function rejectionNoticeDue(rejectedOn: CalendarDate, calendar: BusinessCalendar): CalendarDate {
  return nextBusinessDay(rejectedOn, calendar);
}

/** Days without an answer after which an item that waits for its presentor is rejected. */
const answerDays = 30;

export function isUnanswered(askedOn: CalendarDate, today: CalendarDate): boolean {
  return today > addDays(askedOn, answerDays);
}

/**
 * The day before which an item cannot be posted: its effective date, or the process date of an API client's
 * instruction where that is later. Null: any day.
 */
export function postingDay(content: {
  effectiveDate?: CalendarDate | null | undefined;
  instruction?: { notBefore: CalendarDate } | null | undefined;
}): CalendarDate | null {
  const days = [content.effectiveDate, content.instruction?.notBefore].filter(
    (day) => !!day,
  ) as CalendarDate[];
  return days.sort().at(-1) ?? null;
}

function hasTime(receivedAt: string): boolean {
  return receivedAt.includes('T');
}
