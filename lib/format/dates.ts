/** A calendar date 'yyyy-mm-dd'. Not an instant: time zones are never involved. */
export type CalendarDate = string;

type Parts = { year: number; month: number; day: number };

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const monthFirst = /^(?<month>[a-z]+)\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$/i;
const dayFirst = /^(?<day>\d{1,2})\s+(?<month>[a-z]+)\.?,?\s+(?<year>\d{4})$/i;
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

/**
 * Parses yyyy-mm-dd, m/d/yyyy, 'Jun 30, 2026' or '30 June 2026' (months by three letters or more), or the date of
 * an ISO date-time as written, ignoring the zone. Null for anything else or a day that does not exist.
 */
export function parseDate(text: string): CalendarDate | null {
  const trimmed = text.trim();
  const year4 = iso.exec(trimmed);
  if (year4) return strict(Number(year4[1]), Number(year4[2]), Number(year4[3]));
  const us = slashed.exec(trimmed);
  if (us) return strict(Number(us[3]), Number(us[1]), Number(us[2]));
  const { year, month = '', day } = (monthFirst.exec(trimmed) ?? dayFirst.exec(trimmed))?.groups ?? {};
  return year ? strict(Number(year), monthNumber(month), Number(day)) : null;
}

/** True for an existing day written yyyy-mm-dd. */
export function isDate(text: string): boolean {
  return text.length === 10 && text[4] === '-' && parseDate(text) === text;
}

/** A date for screens: 'Jun 30, 2026'; '' for nothing; text that is not a date is returned unchanged. */
export function formatDate(date: string | null | undefined): string {
  return printed(date, ({ year, month, day }) => `${shortMonth(month)} ${day}, ${year}`);
}

/** A month for screens: 'Jun 2026', of a date or of 'yyyy-mm'; other text is returned unchanged. */
export function formatMonth(month: string): string {
  return printed(`${month.slice(0, 7)}-01`, (of) => `${shortMonth(of.month)} ${of.year}`, month);
}

/**
 * 'm/d/yyyy' without leading zeros, as responses and report files of the registry write dates; '' for nothing;
 * text that is not a date is returned unchanged.
 */
export function formatNumericDate(date: string | null | undefined): string {
  return printed(date, ({ year, month, day }) => `${month}/${day}/${String(year).padStart(4, '0')}`);
}

/**
 * The forms beside the printed one in which a user may search for a date: '6/30/2026 2026-06-30'; '' for other text.
 */
export function dateSearchText(date: string): string {
  return printed(date, ({ year, month, day }) => `${formatNumericDate(date)} ${join(year, month, day)}`, '');
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Same day of the month `months` later, or that month's last day: 2026-01-31 + 1 -> 2026-02-28. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = parts(date);
  const index = year * 12 + (month - 1) + months;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  return join(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Whole days from a to b; negative when b is earlier. */
export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return dayNumber(b) - dayNumber(a);
}

/** 0 Sunday … 6 Saturday. */
export function weekday(date: CalendarDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

export function monthEnd(date: CalendarDate): CalendarDate {
  const { year, month } = parts(date);
  return join(year, month, daysInMonth(year, month));
}

export function quarterEnd(date: CalendarDate): CalendarDate {
  const { year, month } = parts(date);
  const last = Math.ceil(month / 3) * 3;
  return join(year, last, daysInMonth(year, last));
}

export function yearEnd(date: CalendarDate): CalendarDate {
  return join(parts(date).year, 12, 31);
}

function printed(date: string | null | undefined, format: (of: Parts) => string, other = date): string {
  const known = date ? parseDate(date) : null;
  return known ? format(parts(known)) : (other ?? '');
}

function shortMonth(month: number): string {
  return (months[month - 1] ?? '').slice(0, 3);
}

/** 1 to 12, or 0 for other text: 'jun', 'June', 'Sept'. */
function monthNumber(name: string): number {
  if (name.length < 3) return 0;
  return months.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1;
}

function strict(year: number, month: number, day: number): CalendarDate | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return join(year, month, day);
}

function parts(date: CalendarDate): Parts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function join(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01, counted in eras of 400 years that start on March 1. */
function dayNumber(date: CalendarDate): number {
  const { year, month, day } = parts(date);
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

function fromDayNumber(days: number): CalendarDate {
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  return join(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}
