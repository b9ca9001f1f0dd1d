import type { Listed } from '#components/register/issuer-choice';
import type { CalendarEntry } from '#lib/format/calendar-file';
import { weekday } from '#lib/format/dates';
import type { EventDate } from '#lib/register/event-dates';
import { type Route, routes } from '#lib/routes';

/** A day of a meeting or dividend, with its issuer. */
export type IssuerDate = EventDate & { issuer: Listed };

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
export const weekdayOf = (day: string): string => weekdays[weekday(day)] ?? '';

export const titleOf = ({ title, className }: EventDate): string =>
  className ? `${title}, ${className}` : title;

/** The page of the meeting or dividend; the list where the registry gave no ID. */
export function pageOf({ issuer: { customerIssuerId: issuer }, of }: IssuerDate): Route {
  if (of.type === 'meeting') return of.id === null ? routes.proxies(issuer) : routes.proxy(issuer, of.id);
  return of.id === null ? routes.dividends(issuer) : routes.dividend(issuer, of.id);
}

/** The day as an entry of a calendar file; written again, it replaces the earlier one. */
export function entryOf(one: IssuerDate, origin: string): CalendarEntry {
  const { issuer, kind, day, time, of } = one;
  return {
    id: `${issuer.customerIssuerId}-${of.type}-${of.key}-${kind}@${new URL(origin).host}`.replaceAll(
      ' ',
      '-',
    ),
    day,
    title: `${issuer.name}: ${kind}`,
    text: [titleOf(one), ...(time ? [time] : []), `${origin}${pageOf(one)}`].join('\n'),
  };
}
