// Named closing days and periods of the self-service form, and their dates.

import { addDays, addMonths, type CalendarDate, monthEnd, quarterEnd, yearEnd } from './dates.ts';

/** Default closing days of a register, and today. */
export const dayNames = ['today', 'month-end', 'quarter-end', 'year-end'] as const;
export type DayName = (typeof dayNames)[number];

export const dayTitles: Readonly<Record<DayName, string>> = {
  today: 'Today',
  'month-end': 'Month end',
  'quarter-end': 'Quarter end',
  'year-end': 'Year end',
};

const firstOf = (date: CalendarDate) => `${date.slice(0, 7)}-01`;
const quarterStart = (date: CalendarDate) => firstOf(addMonths(quarterEnd(date), -2));
const yearStart = (date: CalendarDate) => `${date.slice(0, 4)}-01-01`;

/**
 * The latest such day not after today: on November 20 the month end is October 31, on November 30 it is that
 * day.
 */
export function dayOf(name: DayName, today: CalendarDate): CalendarDate {
  if (name === 'today') return today;
  const [end, start] = {
    'month-end': [monthEnd, firstOf] as const,
    'quarter-end': [quarterEnd, quarterStart] as const,
    'year-end': [yearEnd, yearStart] as const,
  }[name];
  return end(today) === today ? today : addDays(start(today), -1);
}

export const periodNames = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodTitles: Readonly<Record<PeriodName, string>> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
};

export type Period = { from: CalendarDate; to: CalendarDate };

/** First and last day of a period; a period that is not over ends today. */
export function periodOf(name: PeriodName, today: CalendarDate): Period {
  const [which, unit] = name.split('-') as ['this' | 'last', 'month' | 'quarter' | 'year'];
  const start = { month: firstOf, quarter: quarterStart, year: yearStart }[unit];
  if (which === 'this') return { from: start(today), to: today };
  const to = addDays(start(today), -1);
  return { from: start(to), to };
}
