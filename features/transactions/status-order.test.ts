import { expect, test } from 'vitest';
import type { StatusRow } from '#lib/register/transactions/status';
import { inRequestedOrder, statusOrder } from './status-order.ts';

const rows = (...received: string[]) => received.map((day) => ({ received: day, number: '' }) as StatusRow);
const numbered = (...numbers: string[]) => numbers.map((number) => ({ number }) as StatusRow);

test('a column the operation sorts by is requested by name, any other leaves the default order', () => {
  expect(statusOrder({ id: 'received', desc: false }).order).toEqual({
    sortBy: 'ReceivedDate',
    orderBy: 'Ascending',
  });
  for (const sort of [null, { id: 'days', desc: true }])
    expect(statusOrder(sort)).toEqual({
      requested: { id: 'effective', desc: true },
      order: { sortBy: 'EffectiveDate', orderBy: 'Descending' },
    });
});

test('a server order is accepted only while the rows follow it', () => {
  const sort = { id: 'received', desc: false };
  expect(inRequestedOrder(rows('2026-01-02', '', '2026-01-02', 'soon', '2026-01-05'), sort)).toBe(true);
  expect(inRequestedOrder(rows('2026-01-02', '', '2026-01-01'), sort)).toBe(false);
  expect(inRequestedOrder(rows('2026-01-02', '2026-01-05'), { ...sort, desc: true })).toBe(false);
  expect(inRequestedOrder([undefined, ...rows('2026-01-02')], sort)).toBe(true);
  // Numbers by size, not as text.
  expect(inRequestedOrder(numbered('9', '10', 'A-1', '100001726'), { id: 'number', desc: false })).toBe(true);
});
