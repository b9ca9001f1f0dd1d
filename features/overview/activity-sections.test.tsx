// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { balanceQuery } from '#lib/api/register-queries';
import { LazyActivity } from './activity-sections.tsx';

vi.mock('./recent-activity.tsx', () => ({ RecentActivity: () => <p>Journal of a year</p> }));

afterEach(cleanup);

const today = '2026-11-20';

function open(holders: bigint[]): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const balances = holders.map((totalShareholder) => ({ totalShareholder }));
  client.setQueryData(balanceQuery(5001, today).queryKey, balances as never);
  render(
    <QueryClientProvider client={client}>
      <LazyActivity issuer={5001} asof={null} today={today} />
    </QueryClientProvider>,
  );
}

it('reads the journal of a year', async () => {
  open([20_000n, 5_000n]);
  expect(await screen.findByText('Journal of a year')).toBeTruthy();
});

it('with more holdings it reads nothing, and leads to the journal of a period', () => {
  open([20_000n, 5_001n]);
  expect(screen.queryByText('Journal of a year')).toBeNull();
  expect(screen.getByText(/^With 25,001 holdings the transactions of a year are too many/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'journal' }).getAttribute('href')).toBe(
    '/issuers/5001/transactions?view=journal',
  );
});
