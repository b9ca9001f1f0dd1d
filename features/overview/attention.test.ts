import { describe, expect, it } from 'vitest';
import type { Balance } from '#lib/register/capacity';
import { meetingsOf } from '#lib/register/meetings';
import { alertsOf, noAlertsText, receivedDates } from './attention.ts';

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
  alertsOf({ ...quiet, ...over }, 1001, today).map(({ tone, sentence }) => [tone, sentence]);

describe('what needs attention', () => {
  it('is nothing when nothing is wrong', () => expect(of({})).toEqual([]));
  it('ages what is pending in business days, late after three', () => {
    const pending = (...received: string[]) => ({ pending: { total: received.length, received } });
    expect(of(pending('2026-11-18'))).toEqual([
      ['warning', 'One transaction waits, the oldest since November 18, 2026, 2 business days.'],
    ]);
    expect(of(pending('2026-11-16', '2026-11-13'))).toEqual([
      ['danger', '2 transactions wait, the oldest since November 13, 2026, 5 business days.'],
    ]);
    expect(of({ pending: { total: 5000, received: ['2026-11-20'] } })[0]?.[1]).toContain(
      'the oldest of those read',
    );
    expect(of({ pending: { total: 2, received: [] } })[0]?.[1]).toBe('2 transactions wait.');
  });
  it('counts rejections of the last thirty days only', () => {
    expect(of({ rejected: { total: 9, received: ['2026-10-21', '2026-10-20', '2020-01-01'] } })).toEqual([
      ['warning', 'One transaction received in the last 30 days was rejected.'],
    ]);
  });
  it('names little room, none, and too little; never for unlimited classes', () => {
    expect(of({ balances: [balance({ totalReserveShares: 360 })] })[0]).toEqual([
      'warning',
      'Common: 40 left to issue of 1,000 authorized.',
    ]);
    expect(of({ balances: [balance({ totalReserveShares: 401 })] }).map(([tone]) => tone)).toEqual([
      'danger',
      'danger',
    ]);
    expect(of({ balances: [balance({ isUnlimited: true, authorizedShares: 0 })] })).toEqual([]);
    expect(of({ balances: [balance({ totalReserveShares: 350 })] })).toEqual([]);
  });
  it('puts a broken identity first', () => {
    const concerns = of({
      balances: [balance({ totalRestrictedShares: 99 })],
      pending: { total: 1, received: ['2026-11-20'] },
    });
    expect(concerns[0]).toEqual([
      'danger',
      'Common: restricted and unrestricted make outstanding: 599 against 600.',
    ]);
    expect(concerns).toHaveLength(2);
  });
  it('names a missing quorum of a meeting that is near', () => {
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

it('reads the status list of any registry', () => {
  expect(receivedDates(null)).toEqual({ total: 0, received: [] });
  expect(
    receivedDates({
      totalRecords: null,
      transactions: [{ receivedDate: '11/4/2026' }, { receivedDate: null }, null],
    }),
  ).toEqual({ total: 3, received: ['2026-11-04'] });
});

describe('what is said when nothing needs attention', () => {
  const clear = (over: Partial<Parameters<typeof noAlertsText>[0]>) =>
    noAlertsText({ ...quiet, ...over }, 1000);
  it('is everything that was looked at, where the answers tell it', () =>
    expect(clear({})).toBe(
      'Nothing: no transaction waits, none was rejected lately, no class is short of room and the balances add up.',
    ));
  it('is no more than the answers tell', () => {
    expect(clear({ balances: [balance({ authorizedShares: null })] })).toBe(
      'Nothing that can be told: no transaction waits and none was rejected lately. The registry’s answers do not hold whether a class is short of room and whether the balances add up.',
    );
    expect(clear({ rejected: { total: 2, received: ['2020-01-01'] } })).toContain(
      'do not hold whether one was rejected lately.',
    );
    // Rows beyond those requested cannot be dated.
    expect(clear({ rejected: { total: 5000, received: Array(1000).fill('2020-01-01') } })).toContain(
      'Nothing: ',
    );
  });
});
