// Texts on the time of a meeting and on its quorum.

import { formatDate, isDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { isAhead, isCanceled, type Meeting, type Moment } from './meetings.ts';

/**
 * 'Dec 10, 2026, 10:00 AM', the time of day unbroken; the registry's own text where it is not a date; 'not
 * reported' when missing.
 */
export function momentText({ day, rest }: Moment): string {
  if (!day) return rest || 'not reported';
  return rest ? `${formatDate(day)}, ${rest.replaceAll(' ', '\u00a0')}` : formatDate(day);
}

/** One word for a table: 'Met', 'Short', 'Canceled' or 'Unknown'. */
export function quorumLabel(one: Meeting): string {
  if (isCanceled(one)) return 'Canceled';
  if (one.quorum.state === 'unknown') return 'Unknown';
  return one.quorum.state === 'met' ? 'Met' : 'Short';
}

/** Whether the quorum is met, or how many shares are missing, in a sentence. */
export function quorumStatusText(one: Meeting, today: string): string {
  const { quorum, entitled, voted, quorumText, record } = one;
  if (isCanceled(one)) return 'The meeting was canceled.';
  if (entitled === 0n && isDate(record.day) && record.day > today)
    return `Entitled shares are available after the record date, ${formatDate(record.day)}.`;
  if (quorum.state === 'unknown') return quorum.why;
  const needed = `${formatShares(quorum.needed)} needed, ${quorumText} of ${formatShares(entitled ?? 0n)}`;
  const ahead = isAhead(one, today);
  if (quorum.state === 'met')
    return `${ahead ? 'Quorum met' : 'Quorum was met'}: ${formatShares(voted ?? 0n)} voted, ${needed}.`;
  return ahead
    ? `${formatShares(quorum.still)} more ${quorum.still === 1n ? 'share' : 'shares'} needed for the quorum: ${formatShares(voted ?? 0n)} voted, ${needed}.`
    : `Quorum was not met, ${formatShares(quorum.still)} ${quorum.still === 1n ? 'share' : 'shares'} short: ${formatShares(voted ?? 0n)} voted, ${needed}.`;
}
