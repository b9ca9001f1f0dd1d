// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { lineNumber } from '#lib/register/numbers';
import type { JournalLine } from '#lib/register/transactions/journal';
import { useCertificateNumbers } from './use-certificate-numbers.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wire: Wire = { GetHoldingCertificates: { method: 'GET', path: '/certificates' } };

function registry() {
  const calls: (string | null)[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const account = new URL(address, 'http://x').searchParams.get('customerShareholderId');
    calls.push(account);
    const own = account === null ? [1, 2, 3, 4, 5] : [Number(account.slice(2))];
    return Response.json(
      own.map((id) => ({ controlCertificateId: id, prefixAndCertificateNumber: `BE-${3780 + id}` })),
    );
  });
  return calls;
}

const line = (id: number, more: object = {}) =>
  ({ certificate: id, number: `${3780 + id}`, account: `A-${id}`, treasury: false, ...more }) as JournalLine;

function Numbers({ lines }: { lines: readonly JournalLine[] }) {
  const { numbers, loading } = useCertificateNumbers(1001, lines);
  return (
    <p>
      {lines.map((one) => lineNumber(one, numbers)).join(' ')} {loading ? 'loading' : 'loaded'}
    </p>
  );
}
const draw = (lines: readonly JournalLine[]) =>
  render(createElement(ApiProvider, { wire, onSignedOut: () => {} } as never, <Numbers lines={lines} />));

it('reads few accounts one by one, and none for treasury', async () => {
  const calls = registry();
  draw([line(1), line(2), line(1), line(9, { treasury: true })]);
  await waitFor(() => expect(screen.getByText('BE-3781 BE-3782 BE-3781 3789 loaded')).toBeTruthy());
  expect(calls.sort()).toEqual(['A-1', 'A-2']);
});

it('reads the whole list once for many accounts', async () => {
  const calls = registry();
  draw([1, 2, 3, 4, 5].map((id) => line(id)));
  await waitFor(() =>
    expect(screen.getByText('BE-3781 BE-3782 BE-3783 BE-3784 BE-3785 loaded')).toBeTruthy(),
  );
  expect(calls).toEqual([null]);
});
