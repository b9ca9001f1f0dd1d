// Finds the days on which a value of another registry changed, by asking for it on chosen days.

import { addDays, addMonths, type CalendarDate, daysBetween } from '#lib/format/dates';

/** A value on the first day that is known to have it. */
export type Change<Value> = { day: CalendarDate; value: Value };

/** isExact: the value was another one on the day before each change. */
export type Changes<Value> = { changes: readonly Change<Value>[]; isExact: boolean };

type Span<Value> = {
  first: CalendarDate;
  last: CalendarDate;
  /** Days on which a change is likely. */
  likely: readonly CalendarDate[];
  isSame: (a: Value, b: Value) => boolean;
  /** At most this many days are asked for. */
  askedMax: number;
};

const monthsApart = 3;

/**
 * The days on which a value changed between two days; the first day is one of them. The value is asked for on the likely days
 * and every three months. Where two of these differ, the days between are asked for until the day is known. A change that
 * was taken back between two of them is not seen.
 */
export async function changesOf<Value>(
  valueOn: (day: CalendarDate) => Promise<Value>,
  { first, last, likely, isSame, askedMax }: Span<Value>,
): Promise<Changes<Value>> {
  const regular: CalendarDate[] = [];
  for (let day = addMonths(first, monthsApart); day < last; day = addMonths(day, monthsApart))
    regular.push(day);
  const isWithin = (day: CalendarDate) => day > first && day < last;
  const days = [...new Set([first, ...regular, ...likely.filter(isWithin), last])].sort();
  const isMany = days.length > askedMax;
  const chosen = isMany ? days.filter((day) => day === first || day === last || !likely.includes(day)) : days;
  let asked = 0;
  let isExact = true;
  const changes: Change<Value>[] = [];
  let before: Change<Value> | undefined;
  for (const day of chosen) {
    const now = await on(day);
    changes.push(...(before ? await between(before, now) : [now]));
    before = now;
  }
  return { changes, isExact };

  async function on(day: CalendarDate): Promise<Change<Value>> {
    asked += 1;
    return { day, value: await valueOn(day) };
  }

  async function between(from: Change<Value>, to: Change<Value>): Promise<Change<Value>[]> {
    if (isSame(from.value, to.value)) return [];
    if (daysBetween(from.day, to.day) <= 1) return [to];
    if (asked >= askedMax) {
      isExact = false;
      return [to];
    }
    // Most changes are of a day that is asked for.
    const eve = await on(addDays(to.day, -1));
    if (isSame(from.value, eve.value)) return [to];
    return [...(await halved(from, eve)), ...(await between(eve, to))];
  }

  async function halved(from: Change<Value>, to: Change<Value>): Promise<Change<Value>[]> {
    if (isSame(from.value, to.value)) return [];
    const days = daysBetween(from.day, to.day);
    if (days <= 1) return [to];
    if (asked >= askedMax) {
      isExact = false;
      return [to];
    }
    const middle = await on(addDays(from.day, Math.floor(days / 2)));
    return [...(await halved(from, middle)), ...(await halved(middle, to))];
  }
}
