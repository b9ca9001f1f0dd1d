import { expect, it } from 'vitest';
import { dividendsOf } from '#lib/register/dividends';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { statusRow } from '#lib/register/transactions/status';
import { nextDate, pendingItemsOf } from './issuer-status.ts';

const today = '2026-11-20';

it('counts pending items and the oldest age in business days', () => {
  const row = (receivedDate: string) => statusRow({ receivedDate, status: 'Pending' }, today);
  // November 11 is a federal holiday and does not count.
  expect(pendingItemsOf([row('11/9/2026'), row('11/17/2026'), row('11/19/2026'), row('')])).toEqual({
    pending: 4,
    late: 1,
    oldest: 8,
  });
  expect(pendingItemsOf([])).toEqual({ pending: 0, late: 0, oldest: null });
});

it('gives the next date and leaves out canceled and past ones', () => {
  const meetings = meetingsOf([
    { proxyId: 1, status: 'Canceled', recordDate: '11/21/2026', meetingDateTime: '12/1/2026' },
    { proxyId: 2, status: 'Open', recordDate: '11/2/2026', meetingDateTime: '12/3/2026 10:00 AM' },
  ]);
  const dividends = dividendsOf([
    { dividendId: 1, recordDate: '11/30/2026', payable: '12/15/2026' },
    { dividendId: 2, recordDate: '8/31/2026', payable: '9/15/2026' },
  ]);
  expect(nextDate(meetings, dividends, today)).toEqual({ day: '2026-11-30', what: 'Record date' });
  expect(nextDate(meetings, [], today)).toEqual({ day: '2026-12-03', what: 'Meeting' });
  expect(nextDate([], [], today)).toBeNull();
});

it('does not count an issuance as overdue or oldest, however long it waits', () => {
  const row = (type: string, receivedDate: string) =>
    statusRow({ receivedDate, status: 'Pending', type }, today);
  expect(pendingItemsOf([row('New issuance', '10/1/2026')])).toEqual({ pending: 1, late: 0, oldest: null });
  expect(pendingItemsOf([row('New issuance', '10/1/2026'), row('Transfer', '11/18/2026')])).toEqual({
    pending: 2,
    late: 0,
    oldest: 2,
  });
});
