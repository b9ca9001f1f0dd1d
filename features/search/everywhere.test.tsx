// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { findEntries } from './palette-entries.ts';
import { useEverywhere } from './palette-search.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const get = (path: string) => ({ method: 'GET', path }) as const;
const wire: Wire = {
  GetHoldingCertificates: get('/certificates'),
  GetTAStatusTransactions: get('/status'),
  GetShareholderCapTable: get('/holders'),
};

const issuers = Array.from({ length: 6 }, (_, index) => ({
  customerIssuerId: 1001 + index,
  name: `Issuer ${index}`,
  status: 'Active',
}));

/** Fake registry: each issuer has one certificate and one transaction; issuer 1006 never responds. */
function registry() {
  const seen = { calls: [] as string[], most: 0 };
  let now = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x');
    const issuer = Number(searchParams.get('customerIssuerId'));
    const what = pathname.split('/').at(-1);
    seen.calls.push(`${what} ${issuer}`);
    now += 1;
    seen.most = Math.max(seen.most, now);
    await new Promise((done) => setTimeout(done, issuer === 1006 ? 60_000 : 2));
    now -= 1;
    if (what === 'certificates')
      return Response.json([
        { controlCertificateId: issuer * 10, prefixAndCertificateNumber: `BE-${issuer}`, security: 'Common' },
      ]);
    return Response.json({
      totalRecords: 1,
      transactions: [
        { controlTransactionId: issuer * 100, transactionId: issuer + 70_000, type: 'Transfer' },
      ],
    });
  });
  return seen;
}

function Found({ typed, here = null, on = true }: { typed: string; here?: number | null; on?: boolean }) {
  const { entries, progress } = useEverywhere({ issuers, here, typed, everything: false, on });
  const found = findEntries(entries, typed).flatMap((group) => group.entries);
  return (
    <p>
      found: {found.map(({ label, note }) => `${label}, ${note}`).join('; ')} | {progress ?? 'done'}
    </p>
  );
}

const draw = (found: React.ReactNode) =>
  render(createElement(ApiProvider, { wire, onSignedOut: () => {} } as never, found));

it('finds a certificate and a transaction by number at every issuer, without choosing one', async () => {
  const seen = registry();
  const { rerender } = draw(<Found typed="BE-1003" />);
  await waitFor(() => expect(screen.getByText(/Certificate BE-1003, .*Issuer 2/)).toBeTruthy());
  // Shown while other issuers are still being read.
  await waitFor(() => expect(screen.getByText(/5 of 6 issuers searched/)).toBeTruthy());
  expect(seen.calls.filter((one) => one.startsWith('holders'))).toEqual([]);
  expect(seen.most).toBeLessThanOrEqual(4);
  const before = seen.calls.length;
  const again = (typed: string) =>
    rerender(createElement(ApiProvider, { wire, onSignedOut: () => {} } as never, <Found typed={typed} />));
  again('1004');
  await waitFor(() => expect(screen.getByText(/Certificate BE-1004/)).toBeTruthy());
  again('71005');
  await waitFor(() => expect(screen.getByText(/Transaction 71005, .*Issuer 4/)).toBeTruthy());
  expect(seen.calls.length).toBe(before);
});

it('asks nothing for a name, and never the issuer whose page is open', async () => {
  const seen = registry();
  draw(<Found typed="trust" />);
  draw(<Found typed="1003" on={false} />);
  await new Promise((done) => setTimeout(done, 20));
  expect(seen.calls).toEqual([]);
  draw(<Found typed="1003" here={1003} />);
  await waitFor(() => expect(screen.getByText(/4 of 5 other issuers searched/)).toBeTruthy());
  expect(seen.calls).not.toContain('certificates 1003');
});
