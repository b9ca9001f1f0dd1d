// Counts transactions by month and type for the overview.

import { addMonths, parseDate } from '#lib/format/dates';
import { monthStart, type Period } from '#lib/register/periods';
import type { JournalEntry } from '#lib/register/transactions/journal';

const monthsBack = 5;

/** The months of the overview: the current one and the five before it. */
export const activityPeriod = (day: string): Period => ({
  from: addMonths(monthStart(day), -monthsBack),
  to: day,
});

export type Activity = {
  /** Type names as the registry gives them, most frequent first; those past eight share the last place. */
  types: readonly string[];
  months: readonly { month: string; counts: readonly number[]; total: number }[];
};

const typesMax = 8;
const rest = 'Other';

/** Completed transactions by month of effective date and by type, including months without any. */
export function activityOf(entries: readonly JournalEntry[], { from, to }: Period): Activity {
  const dated = entries.filter((one) => parseDate(one.effective) === one.effective);
  const frequency = new Map<string, number>();
  for (const { type } of dated) frequency.set(type || rest, (frequency.get(type || rest) ?? 0) + 1);
  const ranked = [...frequency].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([type]) => type);
  const types = ranked.length > typesMax ? [...ranked.slice(0, typesMax - 1), rest] : ranked;
  const months: string[] = [];
  for (let at = monthStart(from); at <= to; at = addMonths(at, 1)) months.push(at.slice(0, 7));
  return {
    types,
    months: months.map((month) => {
      const own = dated.filter((one) => one.effective.startsWith(month));
      const placed = own.map(({ type }) => (types.includes(type) ? type : rest));
      return {
        month,
        counts: types.map((type) => placed.filter((one) => one === type).length),
        total: own.length,
      };
    }),
  };
}

/**
 * The latest journal entries: latest effective date first, and within a day the last one in the journal first.
 */
export const latestOf = (entries: readonly JournalEntry[], count: number): JournalEntry[] =>
  [...entries]
    .reverse()
    .sort((a, b) => (a.effective > b.effective ? -1 : a.effective < b.effective ? 1 : 0))
    .slice(0, count);
