// @vitest-environment happy-dom
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ApiError } from '#lib/api/error';
import { QueryResult } from './query-result.tsx';
import { StaleResults } from './stale-results.tsx';

afterEach(cleanup);

const waiting = 'Loading audit trail…';
const responses = new Map<string, (text: string) => void>();

function Trail({ choice }: { choice: string }) {
  const result = useQuery<string, ApiError>({
    queryKey: [choice],
    queryFn: () => new Promise((done) => responses.set(choice, done)),
    placeholderData: keepPreviousData,
  });
  return (
    <StaleResults former={result.isPlaceholderData} waiting={waiting}>
      <QueryResult result={result} queryKey={[choice]} waiting={waiting}>
        {(text) => <p>{text}</p>}
      </QueryResult>
    </StaleResults>
  );
}

it('marks rows of the previous filter as stale', async () => {
  const client = new QueryClient();
  const trail = (choice: string) => (
    <QueryClientProvider client={client}>
      <Trail choice={choice} />
    </QueryClientProvider>
  );
  const busy = (text: string) => screen.getByText(text).closest('[aria-busy="true"]');
  const { rerender } = render(trail('changes'));
  responses.get('changes')?.('Issued 500 shares');
  await screen.findByText('Issued 500 shares');
  expect(busy('Issued 500 shares')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');

  rerender(trail('everything'));
  expect(busy('Issued 500 shares')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(waiting);
  responses.get('everything')?.('Read the trail');
  await screen.findByText('Read the trail');
  expect(busy('Read the trail')).toBeNull();
  expect(screen.queryByText('Issued 500 shares')).toBeNull();
});
