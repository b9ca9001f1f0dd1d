// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { dividendListQuery, proxyListQuery } from '#lib/api/register-queries';
import { DividendsView } from '../dividends/dividends-view.tsx';
import { ProxiesView } from './proxies-view.tsx';

afterEach(cleanup);

const page = { issuer: 1001, name: 'Larkspur', file: true, asof: null, today: '2026-11-20' };

function show(screenOf: ReactElement, queryKey: readonly unknown[], response: unknown) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, queryFn: () => new Promise(() => undefined) },
    },
  });
  client.setQueryData(queryKey, response);
  render(<QueryClientProvider client={client}>{screenOf}</QueryClientProvider>);
}

describe('meetings of another registry', () => {
  const meetings = (response: unknown, asof: string | null = null) =>
    show(<ProxiesView {...page} asof={asof} />, proxyListQuery(1001).queryKey, response);

  it('keeps unknown texts, assumes no quorum, and shows missing values as missing', () => {
    meetings({
      proxyId: null,
      security: null,
      totalShares: 100,
      totalVotedShares: null,
      title: null,
      quorum: 'Majority',
      recordDate: '2026-11-01',
      mailingDate: null,
      meetingDateTime: '2026-12-24T10:30:00',
      voteCloseDateTime: 'noon before',
      status: 'Adjourned',
    });
    expect(screen.getByText('Adjourned')).toBeTruthy();
    expect(
      screen.getByText('The registry reports the quorum as “Majority”, which cannot be calculated.'),
    ).toBeTruthy();
    expect(screen.getByText('not reported')).toBeTruthy();
    expect(screen.getByText('noon before')).toBeTruthy();
    expect(screen.getByText('Dec 24, 2026, 10:30')).toBeTruthy();
    // Without a number there is neither a page nor a file for it.
    expect(screen.queryByRole('link')).toBeNull();
  });
  it('gives the reason for an empty list', () => {
    meetings([]);
    expect(screen.getByText('No meetings')).toBeTruthy();
  });
  it('on a past date, states that the list is not of that day', () => {
    meetings(null, '2025-12-31');
    expect(screen.getByText('Current data, not as of the selected date')).toBeTruthy();
  });
});

describe('dividends of another registry', () => {
  it('shows missing terms as missing, with no tie-out', () => {
    show(<DividendsView {...page} />, dividendListQuery(1001).queryKey, [
      {
        dividendId: 5,
        type: 'Scrip',
        security: null,
        payable: null,
        recordDate: '',
        ratio: null,
        cashPerShare: null,
      },
    ]);
    expect(screen.getByRole('heading', { name: 'Scrip dividend' })).toBeTruthy();
    expect(screen.getByText('rate not reported')).toBeTruthy();
    expect(screen.getAllByText('–').length).toBeGreaterThan(1);
    expect(screen.getByText('0 of 2 match, 2 missing data')).toBeTruthy();
  });
});
