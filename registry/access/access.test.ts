import { expect, test } from 'vitest';
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
