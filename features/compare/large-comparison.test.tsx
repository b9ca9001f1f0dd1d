// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import type { Balance } from '#lib/register/capacity';
import { LargeComparison } from './large-comparison.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wire: Wire = { GetLargestChanges: { method: 'GET', path: '/changes' } };
const balance = (totalShareholder: number, totalOutstandingShares: number) =>
  [{ className: 'Common Stock', dollarFormat: false, totalShareholder, totalOutstandingShares }] as Balance[];
const counted = (accounts: number, shares: number) => ({ accounts, shares });
const common = { securityTypeId: 7, security: 'Common Stock' };
const totals = [
  {
    ...common,
    opened: counted(3_000, 90_000),
    closed: counted(1, 500),
    increased: counted(2, 1_000),
    decreased: counted(4, 2_500),
  },
];
const changes = [
  { ...common, systemShareholderId: 11, customerShareholderId: 'H-11', sortName: 'ALDER', name: 'Alder' },
].map((one) => ({ ...one, sharesBefore: 0, sharesAfter: 70_000 }));

function draw(response: object, after = balance(1_002_999, 10_088_000)) {
  vi.stubGlobal('fetch', async () => Response.json(response));
  render(
    <ApiProvider wire={wire} onSignedOut={() => undefined}>
      <LargeComparison
        {...{ issuer: 5001, name: 'Larkspur', from: '2026-06-30', to: '2026-09-30', asof: null }}
        before={balance(1_000_000, 10_000_000)}
        after={after}
        isFileOffered
      />
    </ApiProvider>,
  );
}

it('counts every change, lists the largest, and compares their net with the balances', async () => {
  draw({ changes, totals });
  expect(
    await screen.findByText(
      'Common Stock holders: 3,000 new, 1 closed, 2 increased, 4 decreased and 999,993 unchanged.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('The changes equal the change in outstanding shares.')).toBeTruthy();
  expect(screen.getByText(/^The 1 largest of 3,007 changes\. The roll-forward file/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Alder' }).getAttribute('href')).toBe('/issuers/5001/holders/H-11');
  expect(screen.getAllByText('+70,000').length).toBeGreaterThan(0);
});

it('names shares that no change explains', async () => {
  draw({ changes, totals }, balance(1_002_999, 10_088_250));
  expect(await screen.findByText('The balances changed by +250 more than the holdings.')).toBeTruthy();
});

it('says that nothing changed', async () => {
  const none = counted(0, 0);
  draw(
    { changes: [], totals: [{ ...common, opened: none, closed: none, increased: none, decreased: none }] },
    balance(1_000_000, 10_000_000),
  );
  expect(await screen.findByText('No holdings of Common Stock changed')).toBeTruthy();
});
