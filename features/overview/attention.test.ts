import { describe, expect, it } from 'vitest';
import type { Balance } from '#lib/register/capacity';
import { meetingsOf } from '#lib/register/meetings/meetings';
import { alertsOf, noAlertsText, pendingDates, receivedDates } from './attention.ts';

const today = '2026-11-20';
const none = { total: 0, received: [] };
const balance = (over: Record<string, unknown> = {}) =>
  ({
    className: 'Common',
    isUnlimited: false,
    dollarFormat: false,
    authorizedShares: 1000,
    totalIssuedShares: 600,
    totalOutstandingShares: 600,
    totalReserveShares: 100,
    totalRestrictedShares: 100,
    totalNonRestrictedShares: 500,
    ...over,
  }) as unknown as Balance;
const quiet = { pending: none, rejected: none, balances: [balance()], meetings: [] };
const of = (over: Partial<Parameters<typeof alertsOf>[0]>) =>
  alertsOf({ ...quiet, ...over }, 1001, today).map(({ tone, text }) => [tone, text]);

describe('alerts', () => {
  it('are none when nothing is wrong', () => expect(of({})).toEqual([]));
  it('give the age of pending items in business days, overdue after three', () => {
    const pending = (...received: string[]) => ({ pending: { total: received.length, received } });
    expect(of(pending('2026-11-18'))).toEqual([
      ['warning', '1 transaction pending, the oldest since Nov 18, 2026, 2 business days.'],
    ]);
    expect(of(pending('2026-11-16', '2026-11-13'))).toEqual([
      ['danger', '2 transactions pending, the oldest since Nov 13, 2026, 5 business days.'],
    ]);
    expect(of({ pending: { total: 5000, received: ['2026-11-20'] } })[0]?.[1]).toContain(
      'the oldest loaded since',
    );
    expect(of({ pending: { total: 2, received: [] } })[0]?.[1]).toBe('2 transactions pending.');
  });
  it('name the requests that wait for the issuer', () => {
    const request = (itemId: number, waitingFor: string | null) => ({ itemId, about: 'A list', waitingFor });
    expect(of({ requests: [request(1, null), request(2, 'Which day?')] })).toEqual([
      ['warning', 'A list: your transfer agent waits for you.'],
    ]);
  });
  it('count rejections of the last thirty days only', () => {
    expect(of({ rejected: { total: 9, received: ['2026-10-21', '2026-10-20', '2020-01-01'] } })).toEqual([
      ['warning', 'One transaction received in the last 30 days was rejected.'],
    ]);
  });
  it('report low, zero and negative shares available; never for unlimited classes', () => {
    expect(of({ balances: [balance({ totalReserveShares: 360 })] })[0]).toEqual([
      'warning',
      'Common: 40 available to issue of 1,000 authorized.',
    ]);
    expect(of({ balances: [balance({ totalReserveShares: 401 })] }).map(([tone]) => tone)).toEqual([
      'danger',
      'danger',
    ]);
    expect(of({ balances: [balance({ isUnlimited: true, authorizedShares: 0 })] })).toEqual([]);
    expect(of({ balances: [balance({ totalReserveShares: 350 })] })).toEqual([]);
  });
  it('put a balance out of proof first', () => {
    const concerns = of({
      balances: [balance({ totalRestrictedShares: 99 })],
      pending: { total: 1, received: ['2026-11-20'] },
    });
    expect(concerns[0]).toEqual([
      'danger',
      'Common: restricted plus unrestricted equal outstanding: 599 compared with 600.',
    ]);
    expect(concerns).toHaveLength(2);
  });
  it('report a missing quorum of an upcoming meeting', () => {
    const meeting = (day: string, voted: number) =>
      meetingsOf([
        {
          proxyId: 1,
          title: 'Annual',
          totalShares: 10,
          totalVotedShares: voted,
          quorum: '50%',
          meetingDateTime: day,
          status: 'Open',
        },
      ]);
    expect(of({ meetings: meeting('12/3/2026', 4) })).toEqual([
      ['warning', 'Annual, in 13 days, needs 1 more share for its quorum.'],
    ]);
    expect(of({ meetings: meeting('12/3/2026', 5) })).toEqual([]);
    expect(of({ meetings: meeting('2/3/2027', 4) })).toEqual([]);
  });
});

it('accept the status list of any registry', () => {
  expect(receivedDates(null)).toEqual({ total: 0, received: [] });
  expect(
    receivedDates({
      totalRecords: null,
      transactions: [{ receivedDate: '11/4/2026' }, { receivedDate: null }, null],
    }),
  ).toEqual({ total: 3, received: ['2026-11-04'] });
});

it('does not count the age of an issuance, which is never overdue', () => {
  const transactions = [
    { type: 'New issuance', receivedDate: '10/1/2026' },
    { type: 'Transfer', receivedDate: '11/18/2026' },
  ];
  const pending = pendingDates({ totalRecords: 2, transactions });
  expect(pending).toEqual({ total: 2, received: ['2026-11-18'], exempt: 1 });
  expect(of({ pending })).toEqual([
    ['warning', '2 transactions pending, the oldest with a due date since Nov 18, 2026, 2 business days.'],
  ]);
  expect(of({ pending: pendingDates({ transactions: transactions.slice(0, 1) }) })).toEqual([
    ['warning', '1 transaction pending.'],
  ]);
});

describe('text without alerts', () => {
  const clear = (over: Partial<Parameters<typeof noAlertsText>[0]>) =>
    noAlertsText({ ...quiet, ...over }, 1000);
  it('lists everything that was checked, where the data allows it', () =>
    expect(clear({})).toBe(
      'No alerts: no pending transactions, no rejections in the last 30 days and no class low on shares available to issue.',
    ));
  it('lists no more than the data shows', () => {
    expect(clear({ balances: [balance({ authorizedShares: null })] })).toBe(
      'No alerts in the reported data: no pending transactions and no rejections in the last 30 days. The registry did not report all balance figures.',
    );
    expect(clear({ rejected: { total: 2, received: ['2020-01-01'] } })).toContain(
      'did not report all rejection dates.',
    );
    // Rows beyond those requested cannot be dated.
    expect(clear({ rejected: { total: 5000, received: Array(1000).fill('2020-01-01') } })).toContain(
      'No alerts: ',
    );
  });
});
