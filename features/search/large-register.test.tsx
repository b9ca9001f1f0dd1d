// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import type { AgentId } from '#lib/contract/index';
import { findEntries, type PaletteScope } from './palette-entries.ts';
import { useEverywhere, useIssuerFound } from './palette-search.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const get = (path: string) => ({ method: 'GET', path }) as const;
const paging = {
  start: 'Start',
  rows: 'NumberOfRows',
  items: 'shareholders',
  total: 'totalShareholderRecords',
};
const statusPaging = { start: 'start', rows: 'numberOfRows', items: 'transactions', total: 'totalRecords' };
const wire = {
  GetHoldingCertificates: get('/certificates'),
  GetTAStatusTransactions: { ...get('/status'), paging: statusPaging },
  GetShareholderCapTable: { ...get('/holders'), paging },
  SearchRegister: get('/search'),
} as unknown as Wire;

const scope = {
  ...{ nav: [], reports: [], issuer: 5001, asof: null, today: '2026-11-20' },
  rights: { figures: true, portfolio: true, writes: false },
} as unknown as PaletteScope;

/** Fake registry with so many holdings, of which it sends 100 at a time. */
function registry(holdings: number) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x');
    const what = `${pathname.split('/').at(-1)}`;
    calls.push(what === 'search' ? `search ${searchParams.get('text')}` : what);
    if (what === 'search')
      return Response.json({
        holders: [
          ...[
            { customerShareholderId: 'L-9', systemShareholderId: 9, name: 'JO ÅBERG', sortName: 'ABERG, JO' },
          ],
        ],
        hasMoreHolders: true,
        certificates: [],
        transactions: [],
      });
    if (what === 'certificates') return Response.json([]);
    if (what === 'status') return Response.json({ totalRecords: 0, transactions: [] });
    const start = Number(searchParams.get('Start'));
    const shareholders = Array.from({ length: Math.min(100, holdings - start) }, (_, index) => ({
      shareholderCustomerId: `H-${start + index}`,
      shareholderName: `HOLDER ${start + index}`,
    }));
    return Response.json({ totalShareholderRecords: holdings, shareholders });
  });
  return calls;
}

function Here({ typed }: { typed: string }) {
  const { entries, progress, searched } = useIssuerFound(scope, typed);
  const labels = findEntries(entries, typed).flatMap((group) => group.entries.map(({ label }) => label));
  return (
    <p>
      found: {labels.join('; ')} | {progress ?? 'done'} | {searched?.hasMore ? 'more' : 'all'}
    </p>
  );
}

function Others({ typed }: { typed: string }) {
  const issuers = [1001, 1002].map((customerIssuerId) => ({
    ...{ customerIssuerId, name: `Issuer ${customerIssuerId}`, status: 'Active' },
  }));
  const { entries } = useEverywhere({ issuers, here: null, typed, everything: true, on: true });
  return <p>found: {entries.map(({ note }) => note).join('; ')}</p>;
}

const draw = (element: React.ReactNode, operations: readonly AgentId[] = ['SearchRegister']) =>
  render(
    createElement(
      ApiProvider,
      { wire, onSignedOut: () => {} } as never,
      <AgentOperationsProvider operations={operations}>{element}</AgentOperationsProvider>,
    ),
  );

it('asks the registry for what was typed, and loads one page of a million holdings', async () => {
  const calls = registry(1_000_000);
  draw(<Here typed="aberg, j" />);
  await waitFor(() => expect(screen.getByText('found: JO ÅBERG | done | more')).toBeTruthy());
  expect(calls).toEqual(['holders', 'search aberg, j']);
});

it('loads no list for a number either', async () => {
  const calls = registry(1_000_000);
  draw(<Here typed="3780" />);
  await waitFor(() => expect(calls).toContain('search 3780'));
  expect(calls).toEqual(['holders', 'search 3780']);
});

it('searches a register of a few holdings in the browser, for any part of a name', async () => {
  const calls = registry(300);
  draw(<Here typed="older 299" />);
  await waitFor(() => expect(screen.getByText('found: HOLDER 299 | done | all')).toBeTruthy());
  expect(calls.filter((one) => one.startsWith('search'))).toEqual([]);
});

it('loads every list where the registry has no search', async () => {
  const calls = registry(300);
  draw(<Here typed="299" />, []);
  await waitFor(() => expect(screen.getByText('found: HOLDER 299 | done | all')).toBeTruthy());
  expect(calls).toContain('certificates');
});

it('asks each of the other issuers once and loads no list', async () => {
  const calls = registry(1_000_000);
  draw(<Others typed="aberg" />);
  await waitFor(() => expect(screen.getByText('found: L-9 · Issuer 1001; L-9 · Issuer 1002')).toBeTruthy());
  expect(calls).toEqual(['search aberg', 'search aberg']);
});
