// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { onDemand } from './on-demand.ts';

afterEach(cleanup);

it('loads once, when first needed, and updates every user of it', async () => {
  const fetch = vi.fn(async () => 'code');
  const code = onDemand(fetch);
  const first = renderHook(({ needed }) => code.use(needed), { initialProps: { needed: false } });
  const second = renderHook(() => code.use(false));
  expect(fetch).not.toHaveBeenCalled();
  await act(async () => first.rerender({ needed: true }));
  await act(async () => code.load());
  expect(fetch).toHaveBeenCalledTimes(1);
  expect([first.result.current, second.result.current]).toEqual(
    Array(2).fill({ part: 'code', failed: false }),
  );
});

it('reports a failed load and can load again', async () => {
  const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
  fetch.mockResolvedValue('code');
  const code = onDemand(fetch);
  const { result } = renderHook(() => code.use(true));
  await act(async () => {});
  expect(result.current).toEqual({ part: null, failed: true });
  await act(async () => code.load());
  expect(result.current).toEqual({ part: 'code', failed: false });
});
