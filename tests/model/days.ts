/** Days as 'yyyy-mm-dd'. */
export const plusDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * 864e5).toISOString().slice(0, 10);
/** The same day of a later month, or the last one of it. */
export const plusMonths = (day: string, n: number) => {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + n + 1, 0);
  const last = first.toISOString().slice(0, 10);
  return `${last.slice(0, 8)}${[day.slice(8), last.slice(8)].sort()[0]}`;
};
export const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4).replace('02-29', '02-28')}`;
/** The day `n` weekdays later, not counting the days in `off`. */
export const workdaysAfter = (day: string, n: number, off: readonly string[]): string => {
  if (n === 0) return day;
  const next = plusDays(day, 1);
  return workdaysAfter(next, new Date(next).getUTCDay() % 6 === 0 || off.includes(next) ? n : n - 1, off);
};
/** The months, as 'yyyy-mm', from one day to another of the same year. */
export const monthsOf = (from: string, to: string) =>
  Array.from({ length: 12 }, (_, at) => `${from.slice(0, 5)}${`${at + 1}`.padStart(2, '0')}`).filter(
    (month) => month >= from.slice(0, 7) && month <= to,
  );
