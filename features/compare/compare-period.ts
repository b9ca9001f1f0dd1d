import { addDays, addMonths, isDate } from '#lib/format/dates';
import { quarterStart, yearStart } from '#lib/register/periods';

/** Two days whose closing holdings are compared. */
export type TwoDates = { from: string; to: string };

/** Common pairs of days seen from `day`: the close before a period began, and the period's own close. */
export function comparePresets(day: string): readonly (TwoDates & { id: string; label: string })[] {
  const closeBefore = (start: string) => addDays(start, -1);
  const lastQuarter = closeBefore(quarterStart(day));
  const lastYear = closeBefore(yearStart(day));
  return [
    { id: 'quarter', label: 'This quarter', from: lastQuarter, to: day },
    {
      id: 'last-quarter',
      label: 'Last quarter',
      from: closeBefore(quarterStart(lastQuarter)),
      to: lastQuarter,
    },
    { id: 'year', label: 'This year', from: lastYear, to: day },
    { id: 'year-before', label: 'Last year', from: closeBefore(yearStart(lastYear)), to: lastYear },
    { id: 'twelve', label: 'Last 12 months', from: addMonths(day, -12), to: day },
  ];
}

/**
 * `swapped`: the address had the later day first; `capped`: it had a day in the future; `raised`: it had a day before the
 * books begin.
 */
export type RequestedDates = TwoDates & { swapped: boolean; capped: boolean; raised: boolean };

/**
 * `?from=&to=` in order. A missing or invalid day becomes the default; a day after `today` becomes today, and one before
 * `earliest` becomes that day.
 */
export function readTwoDates(
  from: string | null | undefined,
  to: string | null | undefined,
  day: string,
  today: string,
  earliest = '',
): RequestedDates {
  const defaults = comparePresets(day)[0] ?? { from: day, to: day };
  const known = (text: string | null | undefined) => (text && isDate(text) ? text : null);
  const [first, last] = [known(from) ?? defaults.from, known(to) ?? defaults.to];
  const capped = first > today || last > today;
  const within = (date: string) => (date > today ? today : date < earliest ? earliest : date);
  const raised = first < earliest || last < earliest;
  const [a, b] = [within(first), within(last)];
  return a <= b
    ? { from: a, to: b, swapped: false, capped, raised }
    : { from: b, to: a, swapped: true, capped, raised };
}
