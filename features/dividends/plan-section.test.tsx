// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Plan, PlanSection } from './plan-section.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));
afterEach(cleanup);

const plan: Plan = {
  purchases: [
    {
      controlTransactionId: 800000011,
      transactionId: 71167,
      effectiveDate: '2026-06-02',
      businessDays: 1,
      accounts: 2,
      shares: 30,
      price: '33.430000',
      cost: '1002.90',
    },
    {
      controlTransactionId: 800000012,
      transactionId: null,
      effectiveDate: '2026-06-03',
      businessDays: 2,
      accounts: 1,
      shares: 3,
      price: '33.430000',
      cost: '100.29',
    },
  ],
  cashBefore: '10.00',
  reinvested: '1100.00',
  cost: '1103.19',
  cashAfter: '6.81',
  cashStored: '6.81',
  difference: '0.00',
};

const factOf = (term: string) => screen.getByText(term).parentElement?.textContent;

it('shows each purchase with its transaction, the sums, and the cash of the members', () => {
  render(<PlanSection issuer={1008} asof={null} plan={plan} />);
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Transaction', 'Effective', 'Business days', 'Accounts', 'Shares', 'Price', 'Cost'],
    ['71167', 'Jun 2, 2026', '1', '2', '30', '$33.43', '$1,002.90'],
    ['800000012', 'Jun 3, 2026', '2', '1', '3', '$33.43', '$100.29'],
    ['Total', '', '', '', '33', '', '$1,103.19'],
  ]);
  expect(screen.getByRole('link', { name: '71167' }).getAttribute('href')).toBe(
    '/issuers/1008/transactions/800000011',
  );
  expect(factOf('Cash of members after')).toContain('$6.81');
  expect(factOf('Difference')).toContain('$0.00');
  expect(screen.getByText('$0.00').className).not.toContain('danger');
});

it('says that the cash of an earlier day is not stored, and marks a difference', () => {
  const earlier = { ...plan, purchases: [], cashStored: null, difference: '-1.00' };
  render(<PlanSection issuer={1008} asof={null} plan={earlier} />);
  expect(factOf('Cash stored today')).toContain('not stored');
  expect(screen.getByText('-$1.00').className).toContain('danger');
  expect(screen.getByText('None yet.')).toBeDefined();
});
