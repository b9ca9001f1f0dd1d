// Calculations of Form TA-2: kinds of security, percents, periods, turnaround by month.

import { addDays, addMonths, type CalendarDate, monthEnd } from '#lib/format/dates';
import { divideHalfUp, parseDecimal } from '#lib/format/decimal';
import { badField } from '#registry/http/http-error';
import { countedMonth } from '#registry/items/rules/clock';
import type { RoutineItem, Ta2Period } from '#registry/queries/ta2-counts';
import { turnaroundOf } from '../turnaround.ts';

/** The kinds of security that question 5d of Form TA-2 distinguishes. */
export type ByKind<T> = {
  corporateEquity: T;
  corporateDebt: T;
  openEndInvestmentCompany: T;
  limitedPartnership: T;
  municipalDebt: T;
  other: T;
};

const kinds: Readonly<Record<string, keyof ByKind<unknown>>> = {
  C: 'corporateEquity',
  P: 'corporateEquity',
  B: 'corporateDebt',
  D: 'corporateDebt',
  M: 'limitedPartnership',
};

/** Adds `amount` of each class to its kind; warrants and units count as other. */
export function byKind<C extends { code: string }>(
  classes: readonly C[],
  amount: (one: C) => bigint,
): ByKind<bigint> {
  const sums: ByKind<bigint> = {
    corporateEquity: 0n,
    corporateDebt: 0n,
    openEndInvestmentCompany: 0n,
    limitedPartnership: 0n,
    municipalDebt: 0n,
    other: 0n,
  };
  for (const one of classes) sums[kinds[one.code] ?? 'other'] += amount(one);
  return sums;
}

/** Whole percents by largest remainder: they add up to 100, or are all 0 when the total is 0. */
export function wholePercents(counts: ByKind<bigint>): ByKind<bigint> {
  const names = Object.keys(counts) as (keyof ByKind<bigint>)[];
  const total = names.reduce((sum, name) => sum + counts[name], 0n);
  const percents = { ...counts };
  if (total === 0n) return percents;
  for (const name of names) percents[name] = (counts[name] * 100n) / total;
  const left = 100n - names.reduce((sum, name) => sum + percents[name], 0n);
  const remainder = (name: keyof ByKind<bigint>) => (counts[name] * 100n) % total;
  const largest = names.toSorted((a, b) => Number(remainder(b) - remainder(a)));
  for (const name of largest.slice(0, Number(left))) percents[name] += 1n;
  return percents;
}

/**
 * A small filer answers only part of the form: fewer than 1,000 items and at most 1,000 accounts (Rule
 * 17Ac2-2).
 */
export function isAbbreviated(items: bigint, accounts: bigint): boolean {
  return items < 1000n && accounts <= 1000n;
}

type Given = {
  year?: number | undefined;
  startDate?: CalendarDate | undefined;
  endDate?: CalendarDate | undefined;
};

/**
 * Transfer agents have been registered since this year (Securities Exchange Act §17A), so earlier years are
 * invalid.
 */
const firstYear = 1975;

/**
 * The year and the days of a report. Default: the last full year; the current year ends today. Days given
 * instead must be in one calendar year. Throws 400 for anything else.
 */
export function ta2Period(
  given: Given,
  today: CalendarDate,
): Ta2Period & { year: number; isPartial: boolean } {
  const current = yearOf(today);
  const { startDate, endDate } = given;
  const named = startDate ?? endDate;
  const year = given.year ?? (named ? yearOf(named) : current - 1);
  const yearField = given.year ? 'year' : startDate ? 'startDate' : 'endDate';
  if (year > current) throw badField(yearField, `must not be later than ${current}`);
  if (year < firstYear) throw badField(yearField, `must not be before ${firstYear}`);
  for (const [field, day] of [
    ['startDate', startDate],
    ['endDate', endDate],
  ] as const) {
    if (day && yearOf(day) !== year) throw badField(field, `must lie in the year ${year}`);
  }
  const first = `${year}-01-01`;
  const last = `${year}-12-31`;
  const from = startDate ?? first;
  const end = endDate ?? last;
  if (from > end) throw badField('startDate', `must not be later than endDate, ${end}`);
  if (from > today) throw badField('startDate', `must not be later than today, ${today}`);
  const to = end < today ? end : today;
  return { year, from, to, isPartial: from !== first || to !== last };
}

function yearOf(day: CalendarDate): number {
  return Number(day.slice(0, 4));
}

export type TurnaroundMonth = {
  month: string;
  routineItems: number;
  withinThreeBusinessDays: number;
  percent: number;
  compliant: boolean;
};

/**
 * Turnaround of routine items by month of day 0 (question 9a). On time: transferred or rejected within three business
 * days after it. A month fails below 90 %. A pending item counts once it is overdue.
 */
export function turnaroundMonths(
  items: readonly RoutineItem[],
  period: Ta2Period,
  today: CalendarDate,
): TurnaroundMonth[] {
  const months: TurnaroundMonth[] = [];
  for (let day = period.from; day <= period.to; day = addDays(monthEnd(day), 1)) {
    const month = day.slice(0, 7);
    const results = items
      .filter((item) => countedMonth(item.counted_from) === month)
      .map((item) => turnaroundOf(item, today).isWithin);
    const within = results.filter((one) => one === true).length;
    const routine = results.filter((one) => one !== null).length;
    months.push({
      month,
      routineItems: routine,
      withinThreeBusinessDays: within,
      percent: routine === 0 ? 100 : Math.round((within * 10_000) / routine) / 100,
      compliant: within * 10 >= routine * 9,
    });
  }
  return months;
}

/**
 * Accounts of lost holders by how long they have been lost at the period's end; each is counted in one group.
 */
export function lostAgeing(lostSince: readonly CalendarDate[], to: CalendarDate) {
  const [one, three, five] = [12, 36, 60].map((months) => addMonths(to, -months)) as [string, string, string];
  const count = (isIn: (since: CalendarDate) => boolean) => lostSince.filter(isIn).length;
  return {
    oneYearOrLess: count((since) => since >= one),
    threeYearsOrLess: count((since) => since < one && since >= three),
    fiveYearsOrLess: count((since) => since < three && since >= five),
    moreThanFiveYears: count((since) => since < five),
  };
}

/** The sum of decimal dollar amounts, each times a number of shares, in cents. */
export function sumCents(amounts: readonly string[], shares = 1n): bigint {
  return amounts.reduce((sum, text) => {
    const { digits, scale } = parseDecimal(text) ?? { digits: 0n, scale: 0 };
    return sum + divideHalfUp(digits * shares * 100n, 10n ** BigInt(scale));
  }, 0n);
}
