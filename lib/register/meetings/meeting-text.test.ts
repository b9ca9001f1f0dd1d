import { expect, it } from 'vitest';
import { momentText, quorumLabel, quorumStatusText } from './meeting-text.ts';
import { meetingsOf } from './meetings.ts';

const day = '2026-11-20';
function meeting(over: Record<string, unknown>) {
  const [one] = meetingsOf({
    proxyId: 1,
    totalShares: 7_992_883,
    totalVotedShares: 1_678_505,
    quorum: '50.00%',
    recordDate: '11/2/2026',
    meetingDateTime: '12/3/2026 10:00 AM',
    status: 'Open',
    ...over,
  });
  if (!one) throw new Error('no meeting');
  return one;
}

it.each([
  [
    {},
    'Short',
    '2,317,937 more shares needed for the quorum: 1,678,505 voted, 3,996,442 needed, 50.00% of 7,992,883.',
  ],
  [
    { totalVotedShares: 3_996_442 },
    'Met',
    'Quorum met: 3,996,442 voted, 3,996,442 needed, 50.00% of 7,992,883.',
  ],
  [
    { meetingDateTime: '11/3/2026', totalVotedShares: 3_996_441, status: 'Adjourned' },
    'Short',
    'Quorum was not met, 1 share short: 3,996,441 voted, 3,996,442 needed, 50.00% of 7,992,883.',
  ],
  [{ status: 'Canceled' }, 'Canceled', 'The meeting was canceled.'],
  [
    { totalShares: 0, totalVotedShares: 0, recordDate: '3/19/2027' },
    'Unknown',
    'Entitled shares are available after the record date, Mar 19, 2027.',
  ],
  [{ quorum: null }, 'Unknown', 'The quorum is not reported.'],
])('%j', (over, word, text) => {
  const one = meeting(over);
  expect(quorumLabel(one)).toBe(word);
  expect(quorumStatusText(one, day)).toBe(text);
});

it('keeps a time of day together, and unknown text unchanged', () => {
  expect(momentText(meeting({}).meeting)).toBe('Dec 3, 2026, 10:00\u00a0AM');
  expect(momentText(meeting({ meetingDateTime: 'first week of May' }).meeting)).toBe('first week of May');
  expect(momentText(meeting({ meetingDateTime: null }).meeting)).toBe('not reported');
});
