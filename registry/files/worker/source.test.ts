import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { reportSource } from './source.ts';

/** `extensions`: how many rows it has of extensions that are asked for. */
const respondWith = (respond: () => object, extensions = 0) =>
  ({ query: async () => ({ rows: [respond()], rowCount: extensions }) }) as unknown as Pool;
const books = respondWith(() => ({ at: '0/16B3748' }));
const failing = respondWith(() => {
  throw new Error('away');
});

test('without a replica the primary is used', async () => {
  expect(await reportSource(books, undefined)).toBe(books);
});

test('the replica is used as soon as it has caught up', async () => {
  let looks = 0;
  const replica = respondWith(() => ({ caught_up: ++looks === 3 }));
  expect(await reportSource(books, replica, 60_000)).toBe(replica);
  expect(looks).toBe(3);
});

test.each([
  ['is behind for too long', books, respondWith(() => ({ caught_up: false }))],
  ['is no replica at all', books, respondWith(() => ({ caught_up: null }))],
  ['is away', books, failing],
  ['cannot be compared', failing, respondWith(() => ({ caught_up: true }))],
  [
    'is one of several nodes',
    respondWith(() => ({ at: '0/16B3748' }), 1),
    respondWith(() => ({ caught_up: true })),
  ],
])('the primary is used when the replica %s', async (_why, from, replica) => {
  expect(await reportSource(from, replica, 0)).toBe(from);
});
