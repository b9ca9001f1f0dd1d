// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '../provider.ts';
import type { Wire } from '../wire.ts';
import { useRowRanges } from './row-ranges.ts';

const wire: Wire = {
  GetShareholderCapTable: {
    method: 'GET',
    path: '/cap',
    paging: { start: 'Start', rows: 'NumberOfRows', items: 'shareholders', total: 'totalShareholderRecords' },
  },
};

/** Stubs the browser's fetch with a register that returns at most `cap` rows. */
function registry(total: number, cap = 1_000) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const params = new URL(address, 'http://x').searchParams;
    const [issuer, start, rows] = ['CustomerIssuerId', 'Start', 'NumberOfRows'].map((name) =>
      Number(params.get(name)),
    ) as [number, number, number];
    requested.push(`${issuer}:${start}+${rows}`);
    const count = Math.max(0, Math.min(rows, cap, total - start));
    const shareholders = Array.from({ length: count }, (_, at) => ({ account: issuer * 1e6 + start + at }));
    return Response.json({ totalShareholderRecords: total, securities: [], shareholders });
  });
  return requested;
}

const around = ({ children }: { children: ReactNode }) =>
  createElement(ApiProvider, { wire, onSignedOut: () => {}, children });
const toRow = (item: unknown) => (item as { account: number }).account;
const draw = (issuer: number) =>
  renderHook((id: number) => useRowRanges('GetShareholderCapTable', { CustomerIssuerId: id }, toRow), {
    wrapper: around,
    initialProps: issuer,
  });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('loads a first screen, the visible rows, and all on request, with any limit', async () => {
  const requested = registry(2_500, 60);
  const { result } = draw(7);
  expect(result.current).toMatchObject({ total: null, all: null, first: null });
  act(() => result.current.request(0, 40));
  await waitFor(() => expect(result.current.total).toBe(2_500));
  expect(result.current.at(3)).toBe(7_000_003);
  expect(result.current.first).toMatchObject({ securities: [] });
  act(() => result.current.request(2_480, 2_500));
  await waitFor(() => expect(result.current.at(2_499)).toBe(7_002_499));
  expect(requested.length).toBeLessThan(6);
  act(() => result.current.readAll());
  await waitFor(() => expect(result.current.all).toHaveLength(2_500));
  expect(result.current.all?.every((row, index) => row === 7_000_000 + index)).toBe(true);
  expect(new Set(requested).size).toBe(requested.length);
});

it('starts again for another input', async () => {
  registry(40);
  const { result, rerender } = draw(1);
  act(() => result.current.request(0, 40));
  await waitFor(() => expect(result.current.all).toHaveLength(40));
  rerender(2);
  expect(result.current).toMatchObject({ total: null, all: null });
  act(() => result.current.request(0, 40));
  await waitFor(() => expect(result.current.all?.[0]).toBe(2_000_000));
});
