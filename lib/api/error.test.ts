import { expect, test, vi } from 'vitest';

test('an error made by another copy of this file is known, any other is not', async () => {
  const here = await import('./error.ts');
  vi.resetModules();
  const there = await import('./error.ts');
  expect(there.ApiError).not.toBe(here.ApiError);
  expect(new there.ApiError('upstream_timeout') instanceof here.ApiError).toBe(true);
  expect(new Error('ApiError') instanceof here.ApiError).toBe(false);
  expect({ name: 'ApiError' } instanceof here.ApiError).toBe(false);
});
