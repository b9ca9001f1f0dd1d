// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { PortfolioView } from './portfolio-view.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const get = (path: string) => ({ method: 'GET', path }) as const;
const wire: Wire = {
  GetIssuerBalance: get('/balance'),
  GetTAStatusTransactions: get('/status'),
  GetProxyList: get('/proxies'),
  GetDividendList: get('/dividends'),
};
const responses: Record<string, unknown> = {
  balance: [{ securityID: 1, className: 'Common', totalShareholder: 3, totalOutstandingShares: 5 }],
  status: { totalRecords: 0, transactions: [] },
  'control-book': { reason: 'could not be read from its file' },
  proxies: [],
  dividends: [{ dividendId: 1, recordDate: '11/30/2026', payable: '12/15/2026' }],
};

/** Fake registry that records the calls in order and how many ran at once. */
function registry() {
  const seen = { calls: [] as string[], most: 0 };
  let now = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address, 'http://x').pathname.split('/').at(-1) ?? '';
    seen.calls.push(name);
    now += 1;
    seen.most = Math.max(seen.most, now);
    await new Promise((done) => setTimeout(done, 2));
    now -= 1;
    return Response.json(responses[name]);
  });
  return seen;
}

const issuers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    customerIssuerId: 1001 + index,
    name: `Issuer ${index}`,
    status: 'Active',
  }));
const draw = (count: number) =>
  render(
    createElement(
      ApiProvider,
      { wire, onSignedOut: () => {} } as never,
      <PortfolioView issuers={issuers(count)} agent today="2026-11-20" />,
    ),
  );
const counts = (calls: readonly string[]) =>
  ['balance', 'status', 'proxies', 'dividends'].map((name) => calls.filter((one) => one === name).length);

it('loads the data needed for the order first, then the next dates, at most six calls at once', async () => {
  const seen = registry();
  draw(9);
  await waitFor(() => expect(screen.getAllByText('Nov 30, 2026').length).toBeGreaterThanOrEqual(9), {
    timeout: 15_000,
  });
  expect(counts(seen.calls)).toEqual([9, 9, 9, 9]);
  // The control book of an issuer, from its file, follows its balance.
  const others = seen.calls.filter((name) => name !== 'control-book');
  expect(seen.calls.length - others.length).toBe(9);
  expect(counts(others.slice(0, 18))).toEqual([9, 9, 0, 0]);
  expect(seen.most).toBeLessThanOrEqual(6);
});

it('loads dates only for the top of a long portfolio, and marks the others as not loaded', async () => {
  const seen = registry();
  draw(60);
  await waitFor(() => expect(screen.getAllByText('Nov 30, 2026').length).toBeGreaterThanOrEqual(40), {
    timeout: 20_000,
  });
  await waitFor(() => expect(screen.getAllByText('Not loaded')).toHaveLength(20));
  expect(counts(seen.calls)).toEqual([60, 60, 40, 40]);
});

it('shows books without a readable control book as not provable, never in green', async () => {
  registry();
  const { container } = draw(2);
  await waitFor(() => expect(screen.getAllByText('Not provable').length).toBeGreaterThanOrEqual(2), {
    timeout: 15_000,
  });
  for (const badge of screen.getAllByText('Not provable')) expect(badge.className).not.toMatch(/positive/);
  expect(container.textContent).not.toMatch(/In proof/);
  // The count of issuers out of proof does not pass them over.
  expect(await screen.findByText('of 2 issuers; 2 not provable')).toBeDefined();
});
