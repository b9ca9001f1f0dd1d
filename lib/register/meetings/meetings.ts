// Reads meetings from a response and sorts them.

import { isDate, parseDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import type { Tone } from '#lib/format/tone';
import { type Quorum, quorumOf } from './quorum.ts';

/** A day with the registry's time of day, if any. */
export type Moment = {
  /** 'yyyy-mm-dd'; '' when missing or not a date. */
  day: string;
  /** '10:00 AM', or the whole text when it is not a date. */
  rest: string;
};

export type Meeting = {
  id: number | null;
  key: string;
  title: string;
  className: string;
  /** The registry's own word; '' when it gave none. */
  status: string;
  entitled: bigint | null;
  voted: bigint | null;
  /** As the registry writes it: '33.33%'. */
  quorumText: string;
  quorum: Quorum;
  record: Moment;
  mailing: Moment;
  meeting: Moment;
  voteClose: Moment;
};

const text = (value: unknown) => textOf(value).trim();

/** '12/10/2026 10:00 AM', '2026-12-10T10:00:00' or a day alone; the time of day is shown as written. */
export function readMoment(value: unknown): Moment {
  const given = text(value);
  const [first = '', ...more] = given.split(/[ T]/);
  const day = parseDate(first);
  if (!day) return { day: '', rest: given };
  const rest = more.join(' ');
  return { day, rest: /^0?0:00(:00(\.0+)?)?Z?$/.test(rest) ? '' : rest.replace(/:00(\.0+)?Z?$/, '') };
}

/** The response as a list, accepting a single object and nulls; in the registry's order. */
export function meetingsOf(response: unknown): Meeting[] {
  const rows: readonly Record<string, unknown>[] = Array.isArray(response)
    ? response.filter((row) => row !== null && typeof row === 'object')
    : response && typeof response === 'object'
      ? [response as Record<string, unknown>]
      : [];
  return rows.map((row, index) => {
    const id = row.proxyId;
    const entitled = exact(row.totalShares);
    const voted = exact(row.totalVotedShares);
    const quorumText = text(row.quorum);
    return {
      id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
      key: text(id) || `row ${index}`,
      title: text(row.title) || `Meeting ${text(id) || index + 1}`,
      className: text(row.security),
      status: text(row.status),
      entitled,
      voted,
      quorumText,
      quorum: quorumOf({ entitled, voted, quorum: quorumText }),
      record: readMoment(row.recordDate),
      mailing: readMoment(row.mailingDate),
      meeting: readMoment(row.meetingDateTime),
      voteClose: readMoment(row.voteCloseDateTime),
    };
  });
}

/** Tones of the interface's statuses; any other status is neutral. */
export const meetingTones: Readonly<Record<string, Tone>> = {
  Open: 'accent',
  Pending: 'warning',
  Closed: 'neutral',
  Canceled: 'neutral',
};

export const isCanceled = ({ status }: Meeting) => /^cancel/i.test(status);
const isClosed = ({ status }: Meeting) => /^closed$/i.test(status);

/**
 * Upcoming: its day has not passed, and the registry does not report it as ended. An unknown day counts as
 * upcoming.
 */
export function isAhead(one: Meeting, today: string): boolean {
  if (isCanceled(one) || isClosed(one)) return false;
  return !isDate(one.meeting.day) || one.meeting.day >= today;
}

/** Upcoming meetings, nearest first; and the others, latest first. */
export function sortMeetings(meetings: readonly Meeting[], today: string) {
  const day = ({ meeting }: Meeting) => meeting.day || '9999';
  const order = (a: Meeting, b: Meeting) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0);
  return {
    ahead: meetings.filter((one) => isAhead(one, today)).sort(order),
    past: meetings.filter((one) => !isAhead(one, today)).sort((a, b) => order(b, a)),
  };
}
