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

/** `swapped`: the address had the later day first; `capped`: it had a day in the future. */
export type RequestedDates = TwoDates & { swapped: boolean; capped: boolean };

/** `?from=&to=` in order. A missing or invalid day becomes the default; a day after `today` becomes today. */
export function readTwoDates(
  from: string | null | undefined,
  to: string | null | undefined,
  day: string,
  today: string,
): RequestedDates {
  const defaults = comparePresets(day)[0] ?? { from: day, to: day };
  const known = (text: string | null | undefined) => (text && isDate(text) ? text : null);
  const [first, last] = [known(from) ?? defaults.from, known(to) ?? defaults.to];
  const capped = first > today || last > today;
  const [a, b] = [first > today ? today : first, last > today ? today : last];
  return a <= b ? { from: a, to: b, swapped: false, capped } : { from: b, to: a, swapped: true, capped };
}
