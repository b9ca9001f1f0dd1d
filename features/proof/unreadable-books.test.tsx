// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import { AllIssuers } from './all-issuers.tsx';
import { IssuerProof } from './issuer-proof.tsx';

// A registry without agent operations whose control-book file cannot be read, while every other answer agrees.

const reason = 'could not be read from its file: it is no workbook that can be read';
const balance = {
  ...{ securityID: 1, className: 'Common', authorizedShares: 10, totalIssuedShares: 5, totalShareholder: 1 },
  ...{ totalOutstandingShares: 5, totalRestrictedShares: 0, totalUnRestrictedShares: 5 },
};

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://x');
    if (pathname.endsWith('/control-book')) return Response.json({ reason });
    if (pathname.endsWith('/balance')) return Response.json([balance]);
    return Response.json({ error: { code: 'not_found', message: 'None.' } }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const get = (path: string) => ({ method: 'GET', path }) as const;
const wire = {
  GetIssuerBalance: get('/balance'),
  ...Object.fromEntries(
    [
      ...['GetOwnershipPercentage', 'GetShareholderCapTable', 'GetDilutedPercentage', 'GetProxyList'],
      ...['GetDividendList', 'GenerateTransactionList', 'GetIssuerShareholderDetails'],
    ].map((id) => [id, get('/other')]),
  ),
};
const draw = (page: ReactNode) =>
  render(createElement(ApiProvider, { wire, onSignedOut: () => {} } as never, page)).container;

function expectGrey(container: HTMLElement) {
  for (const badge of screen.getAllByText('Not provable', { selector: 'span' }))
    expect(badge.className).not.toMatch(/positive|danger/);
  expect(container.textContent).toContain(reason);
  expect(container.textContent).not.toContain('In proof on');
  expect(container.innerHTML).not.toMatch(/text-positive/);
}

it('every issuer is not provable in the list of all', async () => {
  const issuers = [1001, 1002].map((id) => ({
    customerIssuerId: id,
    name: `Issuer ${id}`,
    status: 'Active',
  }));
  const container = draw(<AllIssuers issuers={issuers} day="2026-11-20" today="2026-11-20" />);
  await waitFor(() => expect(screen.getAllByText('Not provable', { selector: 'span' })).toHaveLength(2));
  expectGrey(container);
});

it('one issuer is not provable, with the reason', async () => {
  const container = draw(
    <IssuerProof
      {...{ issuer: 1001, name: 'Issuer 1001', day: '2026-11-20', today: '2026-11-20' }}
      period={{ from: '2026-10-01', to: '2026-11-20' } as never}
    />,
  );
  await waitFor(() => expect(container.textContent).toContain('Not provable on Nov 20, 2026'));
  expectGrey(container);
});
