// Preset periods of pages, the period in an address, and its split into quarters or years.

import { addDays, addMonths, daysBetween, isDate, quarterEnd, yearEnd } from '../format/dates.ts';

/** Two calendar days, both included. */
export type Period = { from: string; to: string };

export const monthStart = (day: string) => `${day.slice(0, 8)}01`;
export const quarterStart = (day: string) => monthStart(addMonths(quarterEnd(day), -2));
export const yearStart = (day: string) => `${day.slice(0, 5)}01-01`;

/** Common periods seen from a day; current ones end on that day. */
export function presets(today: string): readonly (Period & { id: string; label: string })[] {
  const before = addDays(quarterStart(today), -1);
  const monthBefore = addDays(monthStart(today), -1);
  return [
    { id: 'quarter', label: 'This quarter', from: quarterStart(today), to: today },
    { id: 'last-quarter', label: 'Last quarter', from: quarterStart(before), to: before },
    { id: 'month', label: 'This month', from: monthStart(today), to: today },
    { id: 'last-month', label: 'Last month', from: monthStart(monthBefore), to: monthBefore },
    { id: 'year', label: 'This year', from: yearStart(today), to: today },
    { id: 'twelve', label: 'Last 12 months', from: addDays(addMonths(today, -12), 1), to: today },
  ];
}

const quarterlyUpToDays = 460;

/**
 * A period split at the ends of quarters, or of years when longer than five quarters. The journal has no
 * paging, so it is requested in parts; equal parts share a cache entry.
 */
export function pieces({ from, to }: Period): Period[] {
  if (from > to) return [];
  const endOf = daysBetween(from, to) > quarterlyUpToDays ? yearEnd : quarterEnd;
  const cut: Period[] = [];
  for (let start = from; start <= to; ) {
    const end = endOf(start) < to ? endOf(start) : to;
    cut.push({ from: start, to: end });
    start = addDays(end, 1);
  }
  return cut;
}

/** `?from=&to=` where both are days in order and not after `today`, else the default period. */
export function readPeriod(from: string | null, to: string | null, today: string, defaults: Period): Period {
  const day = (text: string | null) => (text && isDate(text) ? text : null);
  const given = { from: day(from) ?? defaults.from, to: day(to) ?? defaults.to };
  if (given.to > today) given.to = today;
  return given.from <= given.to ? given : defaults;
}
