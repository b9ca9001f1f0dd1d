import { expect, test } from 'vitest';
import { fundingLines, outstandingChecks, withoutReinvested } from './funding.ts';
import { type Payment, paymentOf } from './payments.ts';

const payment = (method: string, gross: string, withheld = '0.00', net = gross, state = 'Cleared'): Payment =>
  paymentOf({ shares: 1, method, gross, withheld, net, state } as never);

/** $0.0875 on 1,333,333, 1,000 and 777 shares and on one; the second is taxed, the third reinvests. */
const dividend = [
  payment('Wire', '116666.64'),
  payment('Check', '87.50', '21.00', '66.50'),
  payment('Reinvest', '67.99'),
  payment('Check', '0.09', '0.00', '0.09', 'Outstanding'),
];

test('the dollars of a dividend by their use', () => {
  expect(fundingLines(dividend)).toEqual([
    { name: 'Paid by wire', payments: 1, amount: '116666.64' },
    { name: 'Paid by check', payments: 2, amount: '66.59' },
    { name: 'Reinvested by the plan', payments: 1, amount: '67.99' },
    { name: 'Tax withheld', payments: 1, amount: '21.00' },
  ]);
  expect(withoutReinvested(dividend)).toBe('116754.23');
  expect(withoutReinvested(dividend.slice(0, 2))).toBeNull();
});

test('a way of payment of another registry keeps its name, and a missing figure is not counted as zero', () => {
  const lines = fundingLines([payment('Card', '5.00'), payment('', 'much', '0.00', 'much')]);
  expect(lines).toEqual([
    { name: 'Card', payments: 1, amount: '5.00' },
    { name: 'Way of payment not given', payments: 1, amount: null },
  ]);
});

test('checks that are not cashed, and the days that count for them', () => {
  const checks = [
    payment('Check', '25.00', '0.00', '25.00', 'Outstanding'),
    payment('Check', '24.99', '0.00', '24.99', 'Outstanding'),
    payment('Check', '80.00'),
    payment('Held', '80.00', '0.00', '80.00', 'Held'),
  ];
  expect(outstandingChecks(checks, '2026-03-16', '2026-11-20')).toEqual({
    count: 2,
    amount: '49.99',
    daysOld: 249,
    toNotify: 1,
    unresponsiveOn: '2026-09-12',
    noticeBy: '2026-10-12',
    staleFrom: '2026-09-16',
  });
  expect(outstandingChecks(checks.slice(2), '2026-03-16', '2026-11-20')).toBeNull();
});
