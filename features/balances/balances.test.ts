import { describe, expect, it } from 'vitest';
import type { Balance } from '#lib/register/capacity';
import { balanceRows, courseDays, restrictionChecks } from './balances.ts';

const balance = (over: Record<string, unknown> = {}) =>
  ({
    className: 'Common',
    securityID: 1,
    securityDescription: 'Common',
    totalShareholder: 3,
    isUnlimited: false,
    dollarFormat: false,
    authorizedShares: 1000,
    totalIssuedShares: '600',
    totalOutstandingShares: 590,
    totalReserveShares: 100,
    totalRestrictedShares: 90,
    totalNonRestrictedShares: 500,
    ...over,
  }) as unknown as Balance;

describe('balances', () => {
  it('derive treasury and available to issue exactly', () => {
    expect(balanceRows([balance()], 'All')[0]).toMatchObject({ treasury: 10n, left: 300n, description: '' });
  });
  it('leave treasury unknown with a filter, and have no limit where there is none', () => {
    expect(balanceRows([balance({ totalOutstandingShares: 90 })], 'Restricted')[0]?.treasury).toBeNull();
    expect(balanceRows([balance({ isUnlimited: true, authorizedShares: 0 })], 'All')[0]?.left).toBeNull();
    expect(balanceRows([balance({ totalReserveShares: null })], 'All')[0]?.left).toBeNull();
  });
  it('with a filter must be a part of the total', () => {
    const result = (outstanding: number) =>
      restrictionChecks([balance({ totalOutstandingShares: outstanding })], [balance()], 'Restricted')[0]
        ?.result;
    expect(result(90)).toBe('holds');
    expect(result(91)).toBe('differs');
    expect(restrictionChecks([balance()], null, 'NonRestricted')[0]?.result).toBe('cannot be checked');
    expect(restrictionChecks([balance()], null, 'All')).toEqual([]);
  });
});

describe('days of a history', () => {
  it('end with the day and step back over period ends', () => {
    expect(courseDays('2026-11-20', 'quarter').slice(-4)).toEqual([
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
      '2026-11-20',
    ]);
    expect(courseDays('2026-03-31', 'month').slice(-3)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(courseDays('2024-12-31', 'year').slice(-3)).toEqual(['2022-12-31', '2023-12-31', '2024-12-31']);
  });
  it('begin with the books, where these begin later', () => {
    expect(courseDays('2026-11-20', 'month', '2026-09-15')).toEqual([
      '2026-09-15',
      '2026-09-30',
      '2026-10-31',
      '2026-11-20',
    ]);
    expect(courseDays('2026-11-20', 'month', '2026-10-31')).toEqual(['2026-10-31', '2026-11-20']);
    expect(courseDays('2026-11-20', 'quarter', '2026-11-20')).toEqual(['2026-11-20']);
    expect(courseDays('2026-11-20', 'year', '1990-01-01')).toEqual(courseDays('2026-11-20', 'year'));
  });
  it('are never more than the limit, each once, in order', () => {
    for (const step of ['month', 'quarter', 'year'] as const) {
      const days = courseDays('2026-08-31', step);
      expect(days.length).toBeLessThanOrEqual(13);
      expect([...new Set(days)].sort()).toEqual(days);
    }
  });
});
