import { expect, it } from 'vitest';
import type { SendRequest } from '#lib/api/send-request';
import { readTransactions } from './read-transactions.ts';

const today = '2026-11-20';

/** A registry that returns at most `size` rows, whatever is requested. */
function registry(days: readonly string[], size: number) {
  const starts: number[] = [];
  const request = (async (_id: string, { start }: { start: number }) => {
    starts.push(start);
    const rows = days.map((receivedDate, index) => ({ controlTransactionId: index + 1, receivedDate }));
    return { totalRecords: days.length, transactions: rows.slice(start, start + size) };
  }) as unknown as SendRequest;
  return { request, starts };
}

const requested = { issuer: 1001, status: 'All', today } as const;

it('loads every page, advancing by the rows received', async () => {
  const { request, starts } = registry(['11/5/2026', '11/4/2026', '11/3/2026', '11/2/2026', '11/1/2026'], 2);
  expect(await readTransactions(request, requested)).toHaveLength(5);
  expect(starts).toEqual([0, 2, 4]);
});

it('stops at the first older row while the list is in order', async () => {
  const { request, starts } = registry(['11/5/2026', '11/4/2026', '10/3/2026', '10/2/2026', '10/1/2026'], 2);
  const rows = await readTransactions(request, { ...requested, since: '2026-11-01' });
  expect(rows.map(({ received }) => received)).toEqual(['2026-11-05', '2026-11-04']);
  expect(starts).toEqual([0, 2]);
});

it('loads to the end when the list is in another order', async () => {
  const { request } = registry(['10/1/2026', '11/5/2026', '9/3/2026', '8/2/2026', '11/4/2026'], 2);
  const rows = await readTransactions(request, { ...requested, since: '2026-11-01' });
  expect(rows.map(({ received }) => received)).toEqual(['2026-11-05', '2026-11-04']);
});

it('stops when the total of a registry is too high', async () => {
  const request = (async (_id: string, { start }: { start: number }) => ({
    totalRecords: 9,
    transactions: start === 0 ? [{ controlTransactionId: 1, receivedDate: '11/5/2026' }] : [],
  })) as unknown as SendRequest;
  expect(await readTransactions(request, requested)).toHaveLength(1);
});

it('keeps rows without an ID', async () => {
  const request = (async () => ({
    totalRecords: 2,
    transactions: [{ receivedDate: '11/5/2026' }, { receivedDate: '11/5/2026' }],
  })) as unknown as SendRequest;
  const rows = await readTransactions(request, requested);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
});
