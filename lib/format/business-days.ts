import { addDays, weekday } from './dates.ts';

const known = new Map<number, Set<string>>();

/** Monday to Friday, without United States federal holidays. */
export function isBusinessDay(day: string): boolean {
  const place = weekday(day);
  return place !== 0 && place !== 6 && !holidays(Number(day.slice(0, 4))).has(day);
}

/** The n-th business day after `day`; for n = 0 the day itself, or the next business day when it is none. */
export function addBusinessDays(day: string, count: number): string {
  let at = day;
  while (!isBusinessDay(at)) at = addDays(at, 1);
  for (let left = count; left > 0; left -= 1) {
    at = addDays(at, 1);
    while (!isBusinessDay(at)) at = addDays(at, 1);
  }
  return at;
}

/** Business days after `from` up to and including `to`: the received day is day 0. */
export function businessDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) count += 1;
  return count;
}

function holidays(year: number): Set<string> {
  const found = known.get(year);
  if (found) return found;
  const fixed = ['01-01', '07-04', '11-11', '12-25', ...(year > 2020 ? ['06-19'] : [])];
  const days = new Set(fixed.map((end) => observed(`${year}-${end}`)));
  // New Year's Day of the next year is observed in this one when it falls on a Saturday.
  days.add(observed(`${year + 1}-01-01`));
  days
    .add(nthMonday(year, '01', 3))
    .add(nthMonday(year, '02', 3))
    .add(nthMonday(year, '09', 1));
  days
    .add(nthMonday(year, '10', 2))
    .add(lastMonday(year))
    .add(thanksgiving(year));
  known.set(year, days);
  return days;
}

function observed(day: string): string {
  const place = weekday(day);
  return place === 6 ? addDays(day, -1) : place === 0 ? addDays(day, 1) : day;
}

function nthMonday(year: number, month: string, n: number): string {
  const first = `${year}-${month}-01`;
  return addDays(first, ((8 - weekday(first)) % 7) + (n - 1) * 7);
}

function lastMonday(year: number): string {
  const last = `${year}-05-31`;
  return addDays(last, -((weekday(last) + 6) % 7));
}

function thanksgiving(year: number): string {
  const first = `${year}-11-01`;
  return addDays(first, ((11 - weekday(first)) % 7) + 21);
}
