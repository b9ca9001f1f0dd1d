import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '#lib/format/decimal';
import type { Balance } from '#lib/register/capacity';
import { dividendsOf, sortDividends } from '#lib/register/dividends';
import { readRatio, tieOut } from './tie-out.ts';

const today = '2026-11-20';
function dividend(over: Record<string, unknown> = {}) {
  const [one] = dividendsOf({
    dividendId: 3,
    type: 'Cash',
    security: 'Common',
    payable: '12/16/2025',
    recordDate: '12/1/2025',
    ratio: '',
    oustandingShares: 37_727_741,
    distributionAmount: 4_338_693.64,
    fractionalType: 'None',
    cashPerShare: 0.115,
    ...over,
  });
  if (!one) throw new Error('no dividend');
  return one;
}
const balance = (outstanding: unknown, holders: unknown) =>
  [
    { className: 'Common', totalOutstandingShares: outstanding, totalShareholder: holders },
  ] as unknown as Balance[];
const results = (...input: Parameters<typeof tieOut>) => tieOut(...input).map((one) => one.result);

describe('cash', () => {
  it('matches within half a cent per holder, and shows the difference', () => {
    const checks = tieOut(dividend(), balance(37_727_741, 1400), today);
    expect(checks.map((one) => one.result)).toEqual(['holds', 'holds']);
    expect(checks[1]).toMatchObject({ left: '$4,338,693.64', right: '$4,338,690.215' });
    expect(checks[1]?.reason).toContain(
      'Off by $3.425, within the rounding of half a cent for each of 1,400 holders, $7.00',
    );
  });
  it('differs one mill beyond it', () => {
    expect(results(dividend(), balance(37_727_741, 685), today)[1]).toBe('holds');
    expect(results(dividend(), balance(37_727_741, 684), today)[1]).toBe('differs');
    expect(results(dividend(), balance(37_727_740, 1400), today)[0]).toBe('differs');
  });
  it('always matches for payments rounded one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 999_999 }),
        (holdings, millionths) => {
          const rounded = holdings.reduce(
            (cents, shares) => cents + (BigInt(shares) * BigInt(millionths) + 5_000n) / 10_000n,
            0n,
          );
          const shares = holdings.reduce((sum, one) => sum + one, 0);
          const cents = rounded.toString().padStart(3, '0');
          const one = dividend({
            oustandingShares: shares,
            distributionAmount: `${cents.slice(0, -2)}.${cents.slice(-2)}`,
            cashPerShare: `0.${String(millionths).padStart(6, '0')}`,
          });
          expect(results(one, balance(shares, holdings.length), today)).toEqual(['holds', 'holds']);
        },
      ),
    );
  });
  it('is missing data without a figure, without the balance, or before the record date', () => {
    const no = 'cannot be checked';
    expect(results(dividend({ cashPerShare: null }), balance(37_727_741, 3), today)).toEqual(['holds', no]);
    expect(results(dividend(), null, today)).toEqual([no, no]);
    expect(results(dividend({ recordDate: '11/30/2026' }), null, today)).toEqual([no, no]);
    expect(tieOut(dividend({ recordDate: null }), null, today)[0]?.reason).toBe(
      'The record date is not reported.',
    );
  });
});

describe('stock', () => {
  const stock = (over: Record<string, unknown>) =>
    dividend({ type: 'Stock', cashPerShare: null, oustandingShares: 1000, ratio: '5%', ...over });
  const second = (over: Record<string, unknown>, holders = 10) =>
    results(stock(over), balance(1000, holders), today)[1];
  it('matches within the fractions of its rule', () => {
    expect(second({ distributionAmount: 50 })).toBe('holds');
    expect(second({ distributionAmount: 41, fractionalType: 'Cash In Lieu' })).toBe('holds');
    expect(second({ distributionAmount: 40, fractionalType: 'Round Down' })).toBe('differs');
    expect(second({ distributionAmount: 51, fractionalType: 'Cash In Lieu' })).toBe('differs');
    expect(second({ distributionAmount: 59, fractionalType: 'Round Up' })).toBe('holds');
    expect(second({ distributionAmount: 49, fractionalType: 'Round Up' })).toBe('differs');
    expect(second({ distributionAmount: 55, fractionalType: 'Round Nearest' })).toBe('holds');
    expect(second({ distributionAmount: 56, fractionalType: 'Round Nearest' })).toBe('differs');
    expect(second({ distributionAmount: 49, fractionalType: 'None' })).toBe('differs');
  });
  it('parses ratios, and rejects other text', () => {
    expect(readRatio('1:20')).toEqual({ upper: 1n, lower: 20n });
    expect(readRatio('1-for-20')).toEqual({ upper: 1n, lower: 20n });
    expect(readRatio('2.5%')).toEqual({ upper: 25n, lower: 1000n });
    for (const text of ['', '5', 'one for two', '1:0', '-5%']) expect(readRatio(text)).toBeNull();
    expect(second({ distributionAmount: 50, ratio: 'special' })).toBe('cannot be checked');
  });
});

describe('list', () => {
  it('accepts nulls and invalid numbers', () => {
    expect(dividendsOf(null)).toEqual([]);
    expect(dividend({ type: null, dividendId: null, payable: 'soon' })).toMatchObject({
      id: null,
      type: 'Dividend',
      payable: '',
    });
    expect([decimalText(1e-7), decimalText(0.115), decimalText('x'), decimalText(null)]).toEqual([
      '0.0000001',
      '0.115',
      null,
      null,
    ]);
  });
  it('has the next payable on top', () => {
    const list = dividendsOf([
      { dividendId: 1, payable: '9/15/2026' },
      { dividendId: 2, payable: '3/15/2027' },
      { dividendId: 3, payable: '12/15/2026' },
      { dividendId: 4, payable: '3/15/2025' },
      { dividendId: 5, payable: '11/20/2026' },
    ]);
    const { ahead, past } = sortDividends(list, today);
    expect([ahead.map((one) => one.id), past.map((one) => one.id)]).toEqual([
      [5, 3, 2],
      [1, 4],
    ]);
  });
});
