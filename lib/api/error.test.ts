import { expect, test, vi } from 'vitest';

test('recognizes an error of another copy of this module, and no other', async () => {
  const here = await import('./error.ts');
  vi.resetModules();
  const there = await import('./error.ts');
  expect(there.ApiError).not.toBe(here.ApiError);
  expect(here.isApiError(new there.ApiError('upstream_timeout'))).toBe(true);
  expect(here.isApiError(new Error('ApiError'))).toBe(false);
  expect(here.isApiError({ name: 'ApiError' })).toBe(false);
});
