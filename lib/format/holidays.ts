import { addDays, type CalendarDate, weekday } from './dates.ts';

/** Which closings an agent observes. `federal`: the government's, `nyse`: the exchange's, `fedBank`: the banks'. */
export type HolidaySet = 'federal' | 'nyse' | 'fedBank';

export const holidaySets = ['federal', 'nyse', 'fedBank'] as const satisfies readonly HolidaySet[];

type Rule = {
  name: string;
  /** The holiday's own day in a year. */
  day: (year: number) => CalendarDate;
  /** Left out: every set observes it. */
  sets?: readonly HolidaySet[];
  /** First year it is observed, by set; left out: always. */
  since?: Partial<Record<HolidaySet, number>>;
};

const rules: readonly Rule[] = [
  { name: "New Year's Day", day: (year) => on(year, '01-01') },
  {
    name: 'Martin Luther King Jr. Day',
    day: (year) => nthWeekday(year, '01', monday, 3),
    since: { nyse: 1998 },
  },
  { name: "Washington's Birthday", day: (year) => nthWeekday(year, '02', monday, 3) },
  { name: 'Good Friday', day: (year) => addDays(easterSunday(year), -2), sets: ['nyse'] },
  { name: 'Memorial Day', day: (year) => lastMonday(`${pad(year)}-05-31`) },
  {
    name: 'Juneteenth',
    day: (year) => on(year, '06-19'),
    since: { federal: 2021, nyse: 2022, fedBank: 2021 },
  },
  { name: 'Independence Day', day: (year) => on(year, '07-04') },
  { name: 'Labor Day', day: (year) => nthWeekday(year, '09', monday, 1) },
  { name: 'Columbus Day', day: (year) => nthWeekday(year, '10', monday, 2), sets: ['federal', 'fedBank'] },
  { name: 'Veterans Day', day: (year) => on(year, '11-11'), sets: ['federal', 'fedBank'] },
  { name: 'Thanksgiving Day', day: (year) => nthWeekday(year, '11', thursday, 4) },
  { name: 'Christmas Day', day: (year) => on(year, '12-25') },
];

/** The day on which a holiday that falls on a Saturday is observed; null: it is not. */
const saturday: Readonly<Record<HolidaySet, (friday: CalendarDate) => CalendarDate | null>> = {
  federal: (friday) => friday,
  // The exchange stays open on a Friday that ends a month or a year.
  nyse: (friday) => (addDays(friday, 1).endsWith('-01') ? null : friday),
  fedBank: () => null,
};

const monday = 1;
const thursday = 4;
const known = new Map<string, ReadonlyMap<CalendarDate, string>>();

/** The name of the holiday that closes a day; null when the set does not close it. Sundays move to Monday. */
export function holidayOn(day: CalendarDate, set: HolidaySet): string | null {
  return closedIn(Number(day.slice(0, 4)), set).get(day) ?? null;
}

function closedIn(year: number, set: HolidaySet): ReadonlyMap<CalendarDate, string> {
  const key = `${set} ${year}`;
  const found = known.get(key);
  if (found) return found;
  const days = new Map<CalendarDate, string>();
  // New Year's Day of the next year is observed in this one when it falls on a Saturday.
  for (const holidayYear of [year, year + 1]) {
    for (const rule of rules) {
      if (rule.sets && !rule.sets.includes(set)) continue;
      if (holidayYear < (rule.since?.[set] ?? 0)) continue;
      const day = observed(rule.day(holidayYear), set);
      if (day?.startsWith(pad(year))) days.set(day, rule.name);
    }
  }
  known.set(key, days);
  return days;
}

function observed(day: CalendarDate, set: HolidaySet): CalendarDate | null {
  const dayOfWeek = weekday(day);
  if (dayOfWeek === 6) return saturday[set](addDays(day, -1));
  return dayOfWeek === 0 ? addDays(day, 1) : day;
}

const pad = (year: number) => String(year).padStart(4, '0');
const on = (year: number, end: string) => `${pad(year)}-${end}`;

function nthWeekday(year: number, month: string, dayOfWeek: number, n: number): CalendarDate {
  const first = on(year, `${month}-01`);
  return addDays(first, ((dayOfWeek + 7 - weekday(first)) % 7) + (n - 1) * 7);
}

function lastMonday(last: CalendarDate): CalendarDate {
  return addDays(last, -((weekday(last) + 6) % 7));
}

/** Western Easter by the anonymous Gregorian computus (Meeus, Jones, Butcher). */
export function easterSunday(year: number): CalendarDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return on(
    year,
    `${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`,
  );
}
