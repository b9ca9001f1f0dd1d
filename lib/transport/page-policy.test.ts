import { expect, test } from 'vitest';
import { freshNonce, pagePolicy } from './page-policy.ts';

test('a nonce has at least 128 bits and is never repeated', () => {
  const seen = new Set(Array.from({ length: 10_000 }, freshNonce));
  expect(seen.size).toBe(10_000);
  for (const nonce of seen) expect(Buffer.from(nonce, 'base64').length * 8).toBeGreaterThanOrEqual(128);
});

test('only listed sources are allowed, and no inline code runs without the nonce', () => {
  const policy = pagePolicy('abc');
  const parts = new Map(
    policy.split('; ').map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]),
  );
  expect(Object.fromEntries(parts)).toEqual({
    'default-src': "'none'",
    'script-src': "'nonce-abc' 'strict-dynamic'",
    'style-src': "'self' 'nonce-abc'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': 'blob:',
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
  });
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});
