// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '../provider.ts';
import type { Wire } from '../wire.ts';
import { useAllRows } from './all-rows.ts';

const wire: Wire = {
  GetShareholderCapTable: {
    method: 'GET',
    path: '/cap',
    paging: { start: 'Start', rows: 'NumberOfRows', items: 'shareholders', total: 'totalShareholderRecords' },
  },
};

/** Stubs the browser's fetch with a register of `total` rows; returns the start of each requested page. */
function registry(total: number) {
  const starts: number[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const params = new URL(address, 'http://x').searchParams;
    const start = Number(params.get('Start'));
    starts.push(start);
    const count = Math.min(Number(params.get('NumberOfRows')), total - start);
    return Response.json({
      totalShareholderRecords: total,
      securities: [],
      shareholders: Array.from({ length: count }, (_, at) => ({ account: start + at })),
    });
  });
  return starts;
}

const around = ({ children }: { children: ReactNode }) =>
  createElement(ApiProvider, { wire, onSignedOut: () => {}, children });
const draw = (wholeMax?: number) =>
  renderHook(() => useAllRows('GetShareholderCapTable', { CustomerIssuerId: 7 }, true, wholeMax), {
    wrapper: around,
  });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('loads every row once, page by page', async () => {
  const starts = registry(2_350);
  const { result } = draw(2_350);
  await waitFor(() => expect(result.current.complete).toBe(true));
  expect(result.current).toMatchObject({ received: 2_350, total: 2_350, tooLong: false });
  expect(starts).toEqual([0, 100, 1_100, 2_100]);
});

it('a list that is too long stays at its first page until all rows are requested', async () => {
  const starts = registry(2_350);
  const { result } = draw(2_349);
  await waitFor(() => expect(result.current.tooLong).toBe(true));
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(result.current).toMatchObject({ received: 100, total: 2_350, complete: false, stopped: false });
  expect(starts).toEqual([0]);
  act(() => result.current.goOn());
  await waitFor(() => expect(result.current.complete).toBe(true));
  expect(result.current).toMatchObject({ received: 2_350, tooLong: false });
});
