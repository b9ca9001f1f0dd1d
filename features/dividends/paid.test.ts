import { describe, expect, it } from 'vitest';
import { amountText, dividendsOf, rateText } from '#lib/register/dividends';
import { paidByYear } from './paid.ts';

const row = (over: Record<string, unknown>) => ({
  dividendId: 1,
  type: 'Cash',
  security: 'Common',
  payable: '3/15/2025',
  recordDate: '3/1/2025',
  ratio: '',
  oustandingShares: 10,
  distributionAmount: 0.1,
  fractionalType: 'None',
  cashPerShare: 0.01,
  ...over,
});

describe('cash paid by year', () => {
  it('adds up to the cent, class by class, and leaves stock out', () => {
    const paid = paidByYear(
      dividendsOf([
        row({ payable: '12/31/2024', distributionAmount: 0.2 }),
        row({}),
        row({ distributionAmount: 0.2 }),
        row({ security: 'Preferred', distributionAmount: 45_000.46 }),
        row({ type: 'Stock', distributionAmount: 175_607 }),
        row({ payable: null, distributionAmount: 9 }),
        row({ distributionAmount: null }),
      ]),
    );
    expect(paid).toEqual({
      classes: ['Preferred', 'Common'],
      years: [
        { year: '2024', amounts: ['0.00', '0.20'], total: '0.20' },
        { year: '2025', amounts: ['45000.46', '0.30'], total: '45000.76' },
      ],
    });
  });
});

describe('texts', () => {
  const [cash, ahead, stock, bare] = dividendsOf([
    row({}),
    row({ recordDate: '11/30/2026', oustandingShares: 0, distributionAmount: 0 }),
    row({ type: 'Stock', ratio: '5%', cashPerShare: null, distributionAmount: 175_607 }),
    row({ cashPerShare: null, distributionAmount: null }),
  ]);
  const amount = (one: typeof cash) => one && amountText(one, '2026-11-20');
  const rate = (one: typeof cash) => one && rateText(one);
  it('show what is known and nothing more', () => {
    expect([cash, ahead, stock, bare].map(amount)).toEqual([
      '$0.10',
      'Known after the record date',
      '175,607 shares',
      '–',
    ]);
    expect([cash, stock, bare].map(rate)).toEqual(['$0.01 per share', '5%', 'rate not reported']);
  });
});
