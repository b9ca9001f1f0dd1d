import { expect, test, vi } from 'vitest';

test('an error made by another copy of this file is known, any other is not', async () => {
  const here = await import('./error.ts');
  vi.resetModules();
  const there = await import('./error.ts');
  expect(there.ApiError).not.toBe(here.ApiError);
  expect(here.isApiError(new there.ApiError('upstream_timeout'))).toBe(true);
  expect(here.isApiError(new Error('ApiError'))).toBe(false);
  expect(here.isApiError({ name: 'ApiError' })).toBe(false);
});
