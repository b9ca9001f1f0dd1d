import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '../db/session.ts';
import { callerOf } from './clients.ts';
import { rateLimit, takeOfEach } from './rate.ts';
import { digest, hashSecret, markKey, sameText, secretCheck } from './secrets.ts';

test('a bucket allows its burst, then rejects with the seconds to wait, then refills', () => {
  let now = 0;
  const limit = rateLimit({ perSecond: 2, burst: 3 }, () => now);
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 0]);
  expect(limit.take('a')).toBe(1);
  expect(limit.take('b')).toBe(0);
  now = 500;
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1);
});

test('a secret matches only its own hash, cached or not', async () => {
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

test('texts of different lengths compare without an exception', () => {
  expect(sameText('abc', 'abcd')).toBe(false);
  expect(sameText('abc', 'abc')).toBe(true);
  expect(digest('')).toMatch(/^e3b0c442/);
});

test('requests during a token lookup share the next lookup, and none uses an earlier one', async () => {
  let client: object | undefined = {
    id: 'a',
    can_write: true,
    is_agent: false,
    all_issuers: true,
    scope: null,
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
  const first = callerOf(db, 'one', now, true);
  client = undefined;
  const joined = [callerOf(db, 'one', now, true), callerOf(db, 'one', now, true)];
  const other = callerOf(db, 'two', now, true);
  expect(waiting).toHaveLength(2);
  waiting[0]!();
  waiting[1]!();
  expect(await first).toEqual({
    clientId: 'a',
    canWrite: true,
    isAgent: false,
    issuers: 'all',
    isNarrowed: false,
  });
  expect(await other).toBeUndefined();
  expect(waiting).toHaveLength(3);
  waiting[2]!();
  expect(await Promise.all(joined)).toEqual([undefined, undefined]);
});

test('limits taken together give a token each or none', () => {
  const first = rateLimit({ perSecond: 1, burst: 1 }, () => 0);
  const second = rateLimit({ perSecond: 0.1, burst: 2 }, () => 0);
  const take = (key: string) =>
    takeOfEach([
      [first, key],
      [second, ''],
    ]);
  expect([take('a'), take('a'), take('b'), take('a')]).toEqual([0, 1, 0, 10]);
});

test('made-up names evict only the least recently used bucket', () => {
  const limit = rateLimit({ perSecond: 1, burst: 1, keysMax: 3 }, () => 0);
  for (const key of ['a', 'b', 'c']) expect(limit.take(key)).toBe(0);
  expect(limit.take('a')).toBe(1);
  expect(limit.take('d')).toBe(0);
  expect([limit.wait('a'), limit.wait('b'), limit.wait('c'), limit.wait('d')]).toEqual([1, 0, 1, 1]);
});

test('a secret verified by an earlier process is recognized by its mark, until it is rotated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marks-'));
  try {
    const hash = await hashSecret('one');
    const mark = secretCheck(markKey(folder)).markOf('c', hash, 'one');
    const restarted = secretCheck(markKey(folder));
    expect(restarted.seen('c', hash, 'one')).toBe(false);
    expect(restarted.seen('c', hash, 'one', mark)).toBe(true);
    expect(restarted.seen('c', hash, 'two', mark)).toBe(false);
    expect(restarted.seen('d', hash, 'one', mark)).toBe(false);
    expect(restarted.seen('c', await hashSecret('one'), 'one', mark)).toBe(false);
    expect(restarted.seen('c', undefined, 'one', mark)).toBe(false);
    expect(secretCheck().seen('c', hash, 'one', mark)).toBe(false);
    expect(statSync(join(folder, 'registry', 'mark-key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'registry'))).toEqual(['mark-key']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
