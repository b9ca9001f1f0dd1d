// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import type { AgentId } from '#lib/contract/index';
import { type Dividend, dividendsOf } from '#lib/register/dividends';
import { DividendView } from './dividend-view.tsx';
import { paymentChecks, paymentOf, statesOf, totalOf } from './payments.ts';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  useSearchParams: () => new URLSearchParams(),
}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fields = (over: object = {}) => ({
  customerShareholderId: 'H-1',
  systemShareholderId: 1,
  shareholderName: 'ANN ABEL',
  shares: 100,
  gross: '25.10',
  withholdingCode: '',
  withheld: '0.00',
  net: '25.10',
  method: 'Check',
  reference: 'CK-1',
  state: 'Paid',
  newShares: 0,
  fractionNumerator: 0,
  fractionDenominator: 1,
  prefixAndCertificateNumber: '',
  ...over,
});
const payment = (over: object = {}) => paymentOf(fields(over) as never);
const terms = (over: object = {}) =>
  dividendsOf([
    {
      dividendId: 5,
      type: 'Cash',
      security: 'Common',
      recordDate: '2026-06-01',
      payable: '2026-06-15',
      oustandingShares: 150,
      distributionAmount: 37.65,
      cashPerShare: 0.251,
      ...over,
    },
  ])[0] as Dividend;

it('keeps money as it was sent, and shows fractions only where there are any', () => {
  expect(payment()).toMatchObject({ gross: '25.10', fraction: '', shares: 100n });
  expect(payment({ fractionNumerator: 1, fractionDenominator: 20 }).fraction).toBe('1/20');
  expect(payment({ net: 'much' }).net).toBeNull();
  expect(totalOf(['0.10', '0.20', '9007199254740993.01'])).toBe('9007199254740993.31');
  expect(totalOf(['0.10', null])).toBeNull();
  expect(statesOf([payment(), payment({ state: 'Void' }), payment()])).toEqual([
    { state: 'Paid', count: 2 },
    { state: 'Void', count: 1 },
  ]);
});

it('proves the payments to the dividend', () => {
  const second = payment({
    systemShareholderId: 2,
    shares: 50,
    gross: '12.55',
    withheld: '3.01',
    net: '9.54',
  });
  const results = (...rows: ReturnType<typeof payment>[]) =>
    paymentChecks(rows, terms()).map(({ result }) => result);
  expect(results(payment(), second)).toEqual(['holds', 'holds', 'holds']);
  expect(results(payment(), { ...second, net: '9.55' })).toEqual(['holds', 'holds', 'differs']);
  expect(results(payment(), { ...second, gross: '12.54' })).toEqual(['holds', 'differs', 'differs']);
  expect(results(payment(), { ...second, gross: null })).toEqual([
    'holds',
    'cannot be checked',
    'cannot be checked',
  ]);
  const stock = terms({ type: 'Stock', distributionAmount: 7 });
  expect(paymentChecks([payment({ shares: 150, newShares: 7 })], stock).map(({ result }) => result)).toEqual([
    'holds',
    'holds',
    'holds',
  ]);
});

it('offers the funding report where the registry has it and its figures are known', () => {
  const draw = (operations: readonly AgentId[], over: object) => {
    vi.stubGlobal('fetch', async () => Response.json([]));
    render(
      createElement(
        ApiProvider,
        { wire: { GetIssuerBalance: { method: 'GET', path: '/balance' } }, onSignedOut: () => {} } as never,
        <DividendView
          {...{ issuer: 1001, name: 'Larkspur', asof: null, today: '2026-06-10' }}
          operations={new Set(operations)}
          dividend={terms(over)}
          file={false}
        />,
      ),
    );
    const link = screen.queryByRole('link', { name: 'Create funding report' });
    cleanup();
    return link?.getAttribute('href') ?? null;
  };
  const address = '/reports/new/dividend-funding?issuer=1001&dividendId=5';
  expect(draw(['GenerateDividendFunding'], {})).toBe(address);
  expect(draw(['GenerateRollForward'], {})).toBeNull();
  expect(draw(['GenerateDividendFunding'], { recordDate: '2026-06-11' })).toBeNull();
  expect(draw(['GenerateDividendFunding'], { recordDate: null })).toBeNull();
  // Cash in lieu of a stock dividend is known when it is paid.
  expect(draw(['GenerateDividendFunding'], { type: 'Stock' })).toBeNull();
  expect(draw(['GenerateDividendFunding'], { type: 'Stock', payable: '2026-06-10' })).toBe(address);
});

it('is part of the page only where the registry has the operation', async () => {
  const paging = { start: 'start', rows: 'numberOfRows', total: 'totalRecords', items: 'payments' };
  const wire: Wire = {
    GetIssuerBalance: { method: 'GET', path: '/balance' },
    GetDividendPayments: { method: 'GET', path: '/payments', paging },
  };
  const calls: string[] = [];
  const draw = (operations: readonly AgentId[], response: object) => {
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, search } = new URL(address, 'http://x');
      calls.push(`${pathname.split('/').at(-1)}${search}`);
      return Response.json(pathname.endsWith('/balance') ? [] : response);
    });
    render(
      createElement(
        ApiProvider,
        { wire, onSignedOut: () => {} } as never,
        <DividendView
          {...{ issuer: 1001, name: 'Larkspur', asof: null, today: '2026-11-20' }}
          operations={new Set(operations)}
          dividend={terms()}
          file
        />,
      ),
    );
  };
  draw([], {});
  expect(screen.queryByRole('heading', { name: /payments/i })).toBeNull();
  expect(calls.filter((call) => call.startsWith('payments'))).toEqual([]);
  cleanup();
  draw(['GetDividendPayments'], { status: 'Declared', isListed: false, totalRecords: 0, payments: [] });
  expect(await screen.findByText('The holders are known after the record date, Jun 1, 2026.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Expected payments' })).toBeTruthy();
  cleanup();
  draw(['GetDividendPayments'], {
    status: 'Paid',
    isListed: true,
    totalRecords: 1,
    payments: [fields({ shares: 150, gross: '37.65', net: '37.65' })],
  });
  // The table is a part of its own, loaded when it is drawn.
  expect(await screen.findByText('3 of 3 match', {}, { timeout: 10_000 })).toBeTruthy();
  expect(calls).toContain('payments?customerIssuerId=1001&dividendId=5&start=0&numberOfRows=100');
});
