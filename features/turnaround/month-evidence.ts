// The record of a month's turnaround that the rules require, and the notice of a missed month.

import { businessDayAfter, businessDaysBetween, isBusinessDay } from '#lib/format/business-days';
import { addDays, type CalendarDate, formatDate, formatMonth, isDate, monthEnd } from '#lib/format/dates';
import { holidayOn } from '#lib/format/holidays';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { FactItem, FactMonth } from './turnaround-facts.ts';

/** `open`: an item received on the last day may still be done in time. */
export type Outcome = 'open' | 'met' | 'missed' | 'no routine items';

/** Routine items pending for so many business days at the end of the last business day of the month. */
export type HeldOver = { days: number; items: number };

export type MonthEvidence = {
  month: string;
  holidays: readonly { date: CalendarDate; name: string }[];
  lastBusinessDay: CalendarDate;
  routineReceived: number;
  withdrawn: number;
  within: bigint;
  notWithin: bigint;
  /** Done or overdue: what the percentage is of. */
  counted: bigint;
  otherReceived: number;
  otherDone: number;
  heldOver: readonly HeldOver[];
  otherHeld: number;
  outcome: Outcome;
  /** Last day of the notice when the standard was missed: ten business days after the end of the month. */
  noticeBy: CalendarDate;
};

/** Business days after receipt in which a routine item is to be done; those held longer than four are reported. */
const standardDays = 3;
const heldOverFrom = 5;
const noticeDays = 10;

const doneOn = ({ completed, rejected }: FactItem) =>
  isDate(completed) ? completed : isDate(rejected) ? rejected : '';

/** What the record of a month's turnaround contains (17 CFR 240.17Ad-2 and 17Ad-6(a)(2)), from the items of its year. */
export function monthEvidence(
  month: FactMonth,
  items: readonly FactItem[],
  today: CalendarDate,
): MonthEvidence {
  const first = `${month.month}-01`;
  const last = monthEnd(first);
  let lastBusinessDay = last;
  while (!isBusinessDay(lastBusinessDay)) lastBusinessDay = addDays(lastBusinessDay, -1);
  const received = items.filter((item) => item.received.startsWith(month.month));
  const routine = received.filter((item) => item.routine);
  const other = received.filter((item) => !item.routine);
  const held = items.filter((item) => {
    if (item.result === 'withdrawn' || item.countedFrom > lastBusinessDay) return false;
    const done = doneOn(item);
    return done === '' || done > lastBusinessDay;
  });
  const days = held
    .filter((item) => item.routine)
    .map((item) => businessDaysBetween(item.countedFrom, lastBusinessDay))
    .filter((count) => count >= heldOverFrom);
  // What arrives in the afternoon of the last day counts from the next business day.
  const isOpen = today <= businessDayAfter(last, 1 + standardDays);
  return {
    month: month.month,
    holidays: holidaysOf(first, last),
    lastBusinessDay,
    routineReceived: routine.length,
    withdrawn: routine.filter(({ result }) => result === 'withdrawn').length,
    within: month.within,
    notWithin: month.routine - month.within,
    counted: month.routine,
    otherReceived: other.length,
    otherDone: other.filter((item) => doneOn(item) !== '').length,
    heldOver: [...new Set(days)]
      .sort((a, b) => a - b)
      .map((count) => ({ days: count, items: days.filter((one) => one === count).length })),
    otherHeld: held.filter((item) => !item.routine).length,
    outcome: isOpen ? 'open' : month.routine === 0n ? 'no routine items' : month.passed ? 'met' : 'missed',
    noticeBy: businessDayAfter(last, noticeDays),
  };
}

function holidaysOf(first: CalendarDate, last: CalendarDate) {
  const found: { date: CalendarDate; name: string }[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const name = holidayOn(date, 'federal');
    if (name) found.push({ date, name });
  }
  return found;
}

export const heldOverText = (held: readonly HeldOver[]): string =>
  held.length === 0
    ? 'none'
    : held
        .map(({ days, items }) => `${formatShares(items)} for ${formatShares(days)} business days`)
        .join(', ');

/**
 * The notice of a missed month (17 CFR 240.17Ad-2(c)). Reasons and steps are left to the agent: the registry does not
 * know them.
 */
export function noticeOfMonth(evidence: MonthEvidence, agent: string): string {
  const { counted, notWithin, within, routineReceived, otherReceived, heldOver } = evidence;
  return [
    'Notice under 17 CFR 240.17Ad-2(c)',
    `Transfer agent: ${agent || '…'}`,
    `Month: ${formatMonth(evidence.month)}`,
    '',
    `Routine items received: ${formatShares(routineReceived)}`,
    `Non-routine items received: ${formatShares(otherReceived)}`,
    `Routine items not turned around within three business days of receipt: ${formatShares(notWithin)}`,
    `Percentage of routine items turned around within three business days: ${formatPercent(within, counted, 2)}`,
    `Routine items in possession for more than four business days on ${formatDate(evidence.lastBusinessDay)}: ${heldOverText(heldOver)}`,
    '',
    'Reasons: …',
    'Steps taken, being taken or to be taken to prevent a recurrence: …',
  ].join('\n');
}
