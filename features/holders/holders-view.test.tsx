// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import type { AgentId } from '#lib/contract/index';
import { HoldersView } from './holders-view.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paged = (start: string, rows: string, total: string) => ({ start, rows, total, items: 'shareholders' });
const wire: Wire = {
  GetIssuerBalance: { method: 'GET', path: '/balance' },
  GetIssuerShareholderDetails: {
    method: 'GET',
    path: '/details',
    paging: paged('Start', 'NumberOfRows', 'totalRecords'),
  },
  GetHoldersAsOf: { method: 'GET', path: '/past', paging: paged('start', 'numberOfRows', 'totalRecords') },
};

function draw(asof: string | null, operations: readonly AgentId[]) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://x');
    const name = pathname.split('/').at(-1) ?? '';
    calls.push(`${name}${search}`);
    return Response.json(name === 'balance' ? [] : { totalRecords: 0, shareholders: [] });
  });
  render(
    createElement(
      ApiProvider,
      { wire, onSignedOut: () => {} } as never,
      <AgentOperationsProvider operations={operations}>
        <HoldersView
          {...{ issuer: 1001, name: 'Larkspur', view: 'holding', asof, today: '2026-11-20' }}
          contact={false}
          register={false}
        />
      </AgentOperationsProvider>,
    ),
  );
  return calls;
}

it('shows the holders of a past day where the registry lists them', async () => {
  const calls = draw('2025-12-31', ['GetHoldersAsOf']);
  expect(await screen.findByText('No account of this issuer held shares on Dec 31, 2025.')).toBeTruthy();
  expect(screen.getByText('Names and account types are current.')).toBeTruthy();
  expect(calls.find((call) => call.startsWith('past'))).toContain('cutoff=2025-12-31');
  expect(calls.find((call) => call.startsWith('balance'))).toContain('CutoffDate=2025-12-31');
});

it('shows the current ones else, and says so on a past day', async () => {
  for (const [asof, operations] of [
    ['2025-12-31', []],
    [null, ['GetHoldersAsOf']],
  ] as const) {
    const calls = draw(asof, operations);
    expect(await screen.findByText(/^No account of this issuer holds shares\./)).toBeTruthy();
    expect(screen.queryByText(/^Current holders and accounts\./) !== null).toBe(asof !== null);
    expect(calls.some((call) => call.startsWith('past'))).toBe(false);
    cleanup();
  }
});
