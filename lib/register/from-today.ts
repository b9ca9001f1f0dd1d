import { daysBetween, isDate } from '../format/dates.ts';

/** 'today', 'in 13 days', '1 day ago'; '' without a day. */
export function fromToday(day: string, today: string): string {
  if (!isDate(day)) return '';
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${count}` : `${count} ago`;
}
