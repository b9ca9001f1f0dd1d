// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { CurrentTable } from './current-table.tsx';
import type { CapTableKind } from './views.ts';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const total = 1_000_000;
const paging = {
  start: 'Start',
  rows: 'NumberOfRows',
  items: 'shareholders',
  total: 'totalShareholderRecords',
};
const wire: Wire = {
  GetShareholderCapTable: { method: 'GET', path: '/cap', paging },
  GetIssuerBalance: { method: 'GET', path: '/balance' },
};
const balance = {
  securityID: 1,
  className: 'Common Stock',
  totalShareholder: total,
  isUnlimited: false,
  dollarFormat: false,
  authorizedShares: 90_000_000,
  totalIssuedShares: 60_000_000,
  totalOutstandingShares: 50_000_000,
  totalRestrictedShares: 1_000_000,
  totalNonRestrictedShares: 49_000_000,
};

/** Renders a register of a million holdings of fifty shares; counts the pages requested. */
function draw(view: CapTableKind, largest: ReactNode = null) {
  const starts: number[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://x');
    if (url.pathname.endsWith('/balance')) return Response.json([balance]);
    const start = Number(url.searchParams.get('Start'));
    starts.push(start);
    const rows = Math.min(Number(url.searchParams.get('NumberOfRows')), total - start);
    return Response.json({
      totalShareholderRecords: total,
      securities: [],
      shareholders: Array.from({ length: rows }, (_, at) => ({
        shareholderControlId: start + at,
        shareholderCustomerId: `H-${start + at}`,
        shareholderName: `HOLDER ${start + at}`,
        shareholderType: 'Individual',
        securityType: 'Common Stock',
        securityTypeID: 1,
        totalShares: 50,
        restrictionShares: 0,
        nonRestrictionShares: 50,
      })),
    });
  });
  const provider = { wire, onSignedOut: () => {} } as never;
  const props = { issuer: 5001, name: 'Large', view, largest, asof: null, today: '2026-11-20' };
  render(createElement(ApiProvider, provider, <CurrentTable {...props} />));
  return starts;
}

it('of a million holdings only visible rows are loaded; percentages are of the outstanding balance', async () => {
  const starts = draw('holder');
  const table = await screen.findByRole('table', { name: 'Cap table by holder' }, { timeout: 10_000 });
  expect(table.getAttribute('aria-rowcount')).toBe('1000001');
  const row = within(table).getByRole('rowheader', { name: 'HOLDER 0' }).closest('tr')!;
  expect(row.textContent).toContain('0.0001%');
  expect(await screen.findByText(/^Rows load as you scroll/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ownership' }).getAttribute('href')).toBe(
    '/issuers/5001/ownership',
  );
  await new Promise((done) => setTimeout(done, 100));
  expect(starts.length).toBeLessThan(4);
});

it('the class view uses the balance, with a notice, until the rows are requested', async () => {
  const starts = draw('class');
  const table = await screen.findByRole('table', { name: 'Cap table by class' }, { timeout: 10_000 });
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(
    expect.arrayContaining(['1,000,000', '50,000,000', '49,000,000', '60,000,000', '90,000,000']),
  );
  expect(within(table).getByRole('link').getAttribute('href')).toBe('/issuers/5001/ownership');
  expect(starts).toEqual([0]);
  fireEvent.click(screen.getByRole('button', { name: 'Load all holdings' }));
  await waitFor(() => expect(starts.length).toBeGreaterThan(3));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
});

it('a view that needs every row loads on request', async () => {
  const starts = draw('matrix');
  expect(await screen.findByText('Too large to display', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/issuers/5001/cap-table?view=holder',
    '/reports/new/shareholder-list?issuer=5001',
  ]);
  expect(starts).toEqual([0]);
  fireEvent.click(screen.getByRole('button', { name: 'Load all 1,000,000 holdings' }));
  await waitFor(() => expect(starts.length).toBeGreaterThan(3));
});

it('the matrix has the largest holders where the server adds up all of them', async () => {
  const starts = draw('matrix', <p>The matrix of the largest</p>);
  expect(await screen.findByText('The matrix of the largest', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText(/^The largest holders of each class/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load all 1,000,000 holdings' })).toBeTruthy();
  expect(starts).toEqual([0]);
});
