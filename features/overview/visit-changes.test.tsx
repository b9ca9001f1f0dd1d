// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { balanceQuery } from '#lib/api/register-queries';
import { VisitChanges } from './visit-changes.tsx';

const line = { holder: 'H-1', treasury: false };
const useJournal = vi.hoisted(() => vi.fn());
vi.mock('#components/data/queries/use-journal', () => ({ useJournal }));
afterEach(() => {
  cleanup();
  useJournal.mockReset();
});

function open(holders: bigint, entries: readonly unknown[]): string {
  useJournal.mockReturnValue({ complete: true, error: null, entries });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(balanceQuery(1001, '2026-11-20').queryKey, [{ totalShareholder: holders }] as never);
  const { container } = render(
    <QueryClientProvider client={client}>
      <VisitChanges
        issuer={1001}
        from="2026-10-22"
        to="2026-11-20"
        visit="This is your first visit."
        span="In the last 30 days"
      />
    </QueryClientProvider>,
  );
  return container.textContent;
}

it('counts the transactions of the period, on a first visit too, and links to them', () => {
  const text = open(1_400n, [
    { type: 'Transfer', canceled: [line], issued: [{ ...line, holder: 'H-2' }] },
    { type: 'Transfer', canceled: [], issued: [line] },
  ]);
  expect(text).toBe(
    'This is your first visit. In the last 30 days, 2 transactions were posted, on 2 accounts: 2 transfers.',
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe(
    '/issuers/1001/transactions?view=journal&by=ProcessDate&from=2026-10-22&to=2026-11-20',
  );
});

it('says that there were none', () => {
  expect(open(1_400n, [])).toBe(
    'This is your first visit. In the last 30 days, no transactions were posted.',
  );
});

it('reads no journal of a large register', () => {
  expect(open(25_001n, [])).toBe(
    'This is your first visit. The journal lists the transactions posted since Oct 22, 2026.',
  );
  expect(useJournal).not.toHaveBeenCalled();
});
