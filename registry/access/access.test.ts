import { expect, test } from 'vitest';
import type { Db } from '../db/session.ts';
import { callerOf } from './clients.ts';
import { rateLimit } from './rate.ts';
import { digest, hashSecret, sameText, secretCheck } from './secrets.ts';

test('a bucket gives its burst, then refuses with the seconds to wait, then refills', () => {
  let now = 0;
  const limit = rateLimit({ perSecond: 2, burst: 3 }, () => now);
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 0]);
  expect(limit.take('a')).toBe(1);
  expect(limit.take('b')).toBe(0);
  now = 500;
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
});

test('a secret is right only for its own hash, remembered or not', async () => {
  const check = secretCheck();
  const first = await hashSecret('one');
  const rotated = await hashSecret('two');
  expect(await check.verify('c', first, 'one')).toBe(true);
  expect(await check.verify('c', first, 'one')).toBe(true);
  expect(check.seen('c', first, 'one')).toBe(true);
  expect(await check.verify('c', first, 'two')).toBe(false);
  expect(check.seen('c', rotated, 'one')).toBe(false);
  expect(await check.verify('c', rotated, 'one')).toBe(false);
  expect(await check.verify('c', rotated, 'two')).toBe(true);
  expect(await check.verify('nobody', undefined, 'one')).toBe(false);
});

test('text of different lengths compares without an exception', () => {
  expect(sameText('abc', 'abcd')).toBe(false);
  expect(sameText('abc', 'abc')).toBe(true);
  expect(digest('')).toMatch(/^e3b0c442/);
});

test('requests that come while their token is read share the next reading, and none is answered by an earlier one', async () => {
  let client: object | undefined = {
    id: 'a',
    can_write: true,
    all_issuers: true,
    expires_at: '2026-11-21T00:00:00.000Z',
  };
  const waiting: (() => void)[] = [];
  const db = {
    query: () =>
      new Promise((resolve) => {
        const rows = client ? [client] : [];
        waiting.push(() => resolve({ rows }));
      }),
  } as unknown as Db;
  const now = new Date('2026-11-20T12:00:00Z');
  const first = callerOf(db, 'one', now);
  client = undefined;
  const joined = [callerOf(db, 'one', now), callerOf(db, 'one', now)];
  const other = callerOf(db, 'two', now);
  expect(waiting).toHaveLength(2);
  waiting[0]!();
  waiting[1]!();
  expect(await first).toEqual({ clientId: 'a', canWrite: true, issuers: 'all' });
  expect(await other).toBeUndefined();
  expect(waiting).toHaveLength(3);
  waiting[2]!();
  expect(await Promise.all(joined)).toEqual([undefined, undefined]);
});
