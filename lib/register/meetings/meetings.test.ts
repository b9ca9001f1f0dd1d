import { describe, expect, it } from 'vitest';
import { fromToday } from '../from-today.ts';
import { meetingsOf, readMoment, sortMeetings } from './meetings.ts';

const row = (over: Record<string, unknown> = {}) => ({
  proxyId: 7,
  security: 'Common',
  totalShares: 100,
  totalVotedShares: 40,
  title: 'Annual',
  quorum: '50.00%',
  recordDate: '10/16/2026',
  mailingDate: '',
  meetingDateTime: '12/10/2026 10:00 AM',
  voteCloseDateTime: '12/10/2026 9:00 AM',
  status: 'Open',
  ...over,
});

describe('meetings', () => {
  it('reads the registry’s dates as days, clock times unchanged', () => {
    expect(readMoment('12/10/2026 10:00 AM')).toEqual({ day: '2026-12-10', rest: '10:00 AM' });
    expect(readMoment('2026-12-10T09:30:00')).toEqual({ day: '2026-12-10', rest: '09:30' });
    expect(readMoment('2026-12-10T00:00:00')).toEqual({ day: '2026-12-10', rest: '' });
    expect(readMoment('to be announced')).toEqual({ day: '', rest: 'to be announced' });
    expect(readMoment(null)).toEqual({ day: '', rest: '' });
  });
  it('accepts nulls, digits as text, and a single object', () => {
    const [one] = meetingsOf(
      row({ title: null, quorum: null, status: null, totalShares: '9007199254740993', mailingDate: null }),
    );
    expect([one?.title, one?.status, one?.entitled, one?.quorum.state]).toEqual([
      'Meeting 7',
      '',
      9007199254740993n,
      'unknown',
    ]);
    expect(meetingsOf(null)).toEqual([]);
    expect(meetingsOf([null, row({ proxyId: null })])[0]).toMatchObject({ id: null, key: 'row 0' });
  });
  it('puts upcoming meetings first, the nearest on top; canceled and closed ones are past', () => {
    const list = meetingsOf([
      row({ proxyId: 1, meetingDateTime: '5/13/2027 10:00 AM', status: 'Pending' }),
      row({ proxyId: 2 }),
      row({ proxyId: 3, status: 'Canceled' }),
      row({ proxyId: 4, meetingDateTime: '4/23/2026 10:00 AM', status: 'Adjourned' }),
      row({ proxyId: 5, status: 'Closed', meetingDateTime: '1/1/2025' }),
    ]);
    const { ahead, past } = sortMeetings(list, '2026-11-20');
    expect(ahead.map((one) => one.id)).toEqual([2, 1]);
    expect(past.map((one) => one.id)).toEqual([3, 4, 5]);
  });
  it('counts days', () => {
    expect(fromToday('2026-12-10', '2026-11-20')).toBe('in 20 days');
    expect(fromToday('2026-11-19', '2026-11-20')).toBe('1 day ago');
    expect(fromToday('', '2026-11-20')).toBe('');
  });
});
