// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AgentOperationsProvider } from '#components/data/agent-operations';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import type { AgentId } from '#lib/contract/index';
import { type Certificate, certificatesOf } from '#lib/register/certificates';
import { CertificateView } from './certificate-view.tsx';
import { CertificatesView } from './certificates-view.tsx';

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({}),
  usePathname: () => '/',
}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paged = { start: 'start', rows: 'numberOfRows', total: 'totalRecords' };
const wire: Wire = {
  GetIssuerBalance: { method: 'GET', path: '/balance' },
  GetHoldingCertificates: { method: 'GET', path: '/holdings' },
  GenerateTransactionList: { method: 'POST', path: '/journal' },
  GetCertificatesAsOf: {
    method: 'GET',
    path: '/asof',
    paging: { ...paged, items: 'certificates' },
  },
  GetStops: { method: 'GET', path: '/stops', paging: { ...paged, items: 'stops' } },
};
const responses: Record<string, unknown> = {
  balance: [],
  holdings: [],
  journal: [],
  asof: { totalRecords: 0, certificates: [] },
  stops: {
    totalRecords: 1,
    stops: [
      {
        stopId: 3,
        controlCertificateId: 7,
        kind: 'Lost',
        placed: '2026-05-05',
        placedBy: 'clerk@harborline.example',
        released: '2026-06-17',
        releaseReason: 'Found again',
      },
    ],
  },
};

function draw(element: React.ReactNode, operations: readonly AgentId[]) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://x');
    const name = pathname.split('/').at(-1) ?? '';
    calls.push(`${name}${search}`);
    return Response.json(responses[name]);
  });
  render(
    createElement(
      ApiProvider,
      { wire, onSignedOut: () => {} } as never,
      <AgentOperationsProvider operations={operations}>{element}</AgentOperationsProvider>,
    ),
  );
  return calls;
}

const [certificate] = certificatesOf([
  { controlCertificateId: 7, prefixAndCertificateNumber: 'CS-7', issued: '2026-01-05', stop: '' },
]) as [Certificate];
const props = { issuer: 1001, name: 'Larkspur', today: '2026-11-20' };

it('offers the stops of an issuer only where the registry has them', () => {
  const list = <CertificatesView {...props} view="stops" asof={null} />;
  draw(list, []);
  expect(screen.queryByRole('link', { name: 'Stops' })).toBeNull();
  cleanup();
  draw(list, ['GetStops']);
  expect(screen.getByRole('link', { name: 'Stops' }).getAttribute('aria-current')).toBe('page');
});

it('lists the certificates of a past day only where the registry does', async () => {
  const list = <CertificatesView {...props} view="certificates" asof="2026-05-31" />;
  const calls = draw(list, ['GetCertificatesAsOf']);
  expect(await screen.findByText(/had not issued certificates or book entries by May 31, 2026/)).toBeTruthy();
  expect(calls.find((call) => call.startsWith('asof'))).toContain('cutoff=2026-05-31&status=All');
  cleanup();
  draw(list, []);
  expect(screen.getByText(/Certificates with their dates of issue and cancellation/)).toBeTruthy();
});

it('shows who placed a stop of a certificate, and why it ended', async () => {
  const calls = draw(<CertificateView {...props} certificate={certificate} asof={null} />, ['GetStops']);
  const row = await screen.findByRole('row', { name: /^Lost/ });
  expect(row.textContent).toContain('May 5, 2026by clerk@harborline.example');
  expect(row.textContent).toContain('Jun 17, 2026');
  expect(row.textContent).toContain('Found again');
  expect(calls.filter((call) => call.startsWith('stops'))).toEqual([
    'stops?customerIssuerId=1001&controlCertificateId=7&start=0&numberOfRows=100',
  ]);
});

it('shows a certificate as it was on a past day by its stops', async () => {
  const view = <CertificateView {...props} certificate={certificate} asof="2026-05-31" />;
  draw(view, ['GetStops']);
  expect(await screen.findByText('Stopped')).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Lost Active/ }).textContent).toContain(
    'Not by then. Released onJun 17, 2026',
  );
  cleanup();
  const calls = draw(view, []);
  expect(screen.getByText('Outstanding', { selector: 'h1 *' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Stops' })).toBeNull();
  expect(calls.filter((call) => call.startsWith('stops'))).toEqual([]);
});
