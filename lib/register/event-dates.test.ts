import { expect, it } from 'vitest';
import { dividendsOf } from './dividends.ts';
import { eventDates } from './event-dates.ts';
import { meetingsOf } from './meetings/meetings.ts';

it('lists the days of meetings and dividends in order, without canceled meetings and unknown days', () => {
  const meetings = meetingsOf([
    { proxyId: 1, title: 'Special meeting', status: 'Canceled', recordDate: '11/21/2026' },
    {
      proxyId: 2,
      title: 'Annual meeting',
      security: 'Common Stock',
      status: 'Open',
      recordDate: '11/2/2026',
      mailingDate: '',
      meetingDateTime: '12/3/2026 10:00 AM',
      voteCloseDateTime: '12/3/2026 9:00 AM',
    },
  ]);
  const dividends = dividendsOf([
    { dividendId: 7, type: 'Cash', security: 'Common Stock', recordDate: '11/30/2026', payable: '12/3/2026' },
  ]);
  expect(
    eventDates(meetings, dividends).map(({ day, time, kind, title, of }) => [day, time, kind, title, of.id]),
  ).toEqual([
    // Twenty business days before the record date; October 12 is a holiday.
    ['2026-10-02', 'last day', 'Broker search', 'Annual meeting', 2],
    ['2026-11-02', '', 'Record date', 'Annual meeting', 2],
    ['2026-11-30', '', 'Record date', 'Cash dividend', 7],
    ['2026-12-03', '9:00 AM', 'Vote close', 'Annual meeting', 2],
    ['2026-12-03', '10:00 AM', 'Meeting', 'Annual meeting', 2],
    ['2026-12-03', '', 'Payable', 'Cash dividend', 7],
  ]);
  expect(eventDates([], [])).toEqual([]);
});
