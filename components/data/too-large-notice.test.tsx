// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PastTable } from '#features/cap-table/past-table';
import { ApiError } from '#lib/api/error';
import { balanceQuery } from '#lib/api/register-queries';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(cleanup);

/**
 * Renders a past cap table of an issuer with many accounts whose owners cannot be listed; returns the requests.
 */
function draw(accounts: number) {
  const requested: unknown[] = [];
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        queryFn: ({ queryKey }) => {
          requested.push(queryKey);
          return Promise.reject(new ApiError('upstream_unreadable'));
        },
      },
    },
  });
  client.setQueryData(balanceQuery(1004, '2025-12-31').queryKey, [
    { securityType: 'Common Stock', totalShareholder: accounts },
  ] as never);
  render(
    <QueryClientProvider client={client}>
      <PastTable
        issuer={1004}
        name="Prairie Solar"
        view="holder"
        asof="2025-12-31"
        today="2026-11-20"
        {...({} as object)}
      />
    </QueryClientProvider>,
  );
  return requested;
}

it('a register too large to list is named, with links to its figures', async () => {
  const requested = draw(1_000_000);
  expect(await screen.findByText('Too large to display')).toBeTruthy();
  expect(screen.getByText(/1,000,000 accounts/)).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/issuers/1004/ownership?asof=2025-12-31',
    '/reports/new/shareholder-list?issuer=1004&asof=2025-12-31',
  ]);
  // No list of owners is requested, because it would not be shown.
  expect(requested).toEqual([]);
});

it('a small one that fails is an ordinary error', async () => {
  draw(1_412);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('Too large to display')).toBeNull();
});
