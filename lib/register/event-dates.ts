// Lists the days of an issuer's meetings and dividends.

import { brokerSearchDate } from '../format/broker-search.ts';
import { type CalendarDate, isDate } from '../format/dates.ts';
import type { Dividend } from './dividends.ts';
import { isCanceled, type Meeting, type Moment } from './meetings/meetings.ts';

export const eventKinds = [
  'Broker search',
  'Mailing',
  'Record date',
  'Vote close',
  'Meeting',
  'Payable',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** One day of a meeting or a dividend. */
export type EventDate = {
  day: CalendarDate;
  /** Time of day as the registry writes it, or what else is known of the day; '' for nothing. */
  time: string;
  kind: EventKind;
  /** The meeting or the dividend, in words. */
  title: string;
  className: string;
  /** What it is a date of; `id` is null when the registry gave none. */
  of: { type: 'meeting' | 'dividend'; id: number | null; key: string };
};

/** Every known day of the meetings and dividends of an issuer, by day; canceled meetings have none. */
export function eventDates(meetings: readonly Meeting[], dividends: readonly Dividend[]): EventDate[] {
  const ofMeeting = (one: Meeting): EventDate[] => {
    const at = (kind: EventKind, { day, rest }: Moment): EventDate => ({
      ...{ day, time: rest, kind, title: one.title, className: one.className },
      of: { type: 'meeting', id: one.id, key: one.key },
    });
    const { day: record } = one.record;
    return [
      // Its last day follows from the record date; the registry does not list it.
      at('Broker search', { day: isDate(record) ? brokerSearchDate(record) : '', rest: 'last day' }),
      at('Mailing', one.mailing),
      at('Record date', one.record),
      at('Vote close', one.voteClose),
      at('Meeting', one.meeting),
    ];
  };
  const ofDividend = (one: Dividend): EventDate[] => {
    const at = (kind: EventKind, day: CalendarDate): EventDate => ({
      ...{ day, time: '', kind, title: `${one.type} dividend`, className: one.className },
      of: { type: 'dividend', id: one.id, key: one.key },
    });
    return [at('Record date', one.record), at('Payable', one.payable)];
  };
  return [...meetings.filter((one) => !isCanceled(one)).flatMap(ofMeeting), ...dividends.flatMap(ofDividend)]
    .filter(({ day }) => isDate(day))
    .sort(byDay);
}

/** By day; within one day in the order of the kinds. */
export const byDay = (a: EventDate, b: EventDate): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : eventKinds.indexOf(a.kind) - eventKinds.indexOf(b.kind);
