// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request } from '#lib/api/call';
import { ApiError } from '#lib/api/error';
import { confirmPassword } from '#lib/api/session';
import { useAgentWrite } from './use-agent-write.tsx';

vi.mock('#lib/api/call', () => ({ request: vi.fn() }));
vi.mock('#lib/api/session', () => ({ confirmPassword: vi.fn() }));
beforeEach(() => vi.resetAllMocks());
afterEach(cleanup);

function start(post: (sent: string, id: string) => Promise<string[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const resultOf = ({ result }: { result: unknown }) => (result as { results: string[] }).results;
  return renderHook(() => useAgentWrite({ post, resultOf }), { wrapper });
}

const outbox = (state: string, endedAt: string | null, result: object | null = null) =>
  vi.mocked(request).mockResolvedValue({ state, endedAt, result });
const unknown = () => new ApiError('outcome_unknown', { write: 'w1' });

it('a second press sends the same id, and a lost connection says so', async () => {
  const ids: string[] = [];
  const { result } = start(async (_, id) => {
    ids.push(id);
    if (ids.length === 1) throw new ApiError('failed', { requestId: '' });
    return ['done'];
  });
  act(() => result.current.press('a'));
  await waitFor(() => expect(result.current.isBrokenOff).toBe(true));
  expect(result.current.failure?.message).toContain('never recorded twice');
  act(() => result.current.press('a'));
  await waitFor(() => expect(result.current.result).toEqual(['done']));
  expect(new Set(ids).size).toBe(1);
  expect([result.current.isDone, result.current.failure]).toEqual([true, null]);
});

it('an unknown outcome is followed until the outbox has the result', async () => {
  outbox('unknown', null);
  const { result } = start(() => Promise.reject(unknown()));
  act(() => result.current.press('a'));
  await waitFor(() => expect(result.current.isUnknown).toBe(true));
  expect([result.current.failure, result.current.result]).toEqual([null, null]);
  outbox('done', '2026-11-20T15:00:00Z', { results: ['done later'] });
  await waitFor(() => expect(result.current.result).toEqual(['done later']), { timeout: 5_000 });
  expect(result.current.isUnknown).toBe(false);
});

it('an outcome that recorded nothing is said', async () => {
  outbox('refused', '2026-11-20T15:00:00Z');
  const { result } = start(() => Promise.reject(unknown()));
  act(() => result.current.press('a'));
  await waitFor(() => expect(result.current.isRefused).toBe(true));
  expect([result.current.isDone, result.current.isUnknown, result.current.result]).toEqual([
    false,
    false,
    null,
  ]);
});

it('a sign-in that is too old asks for the password beside the form', async () => {
  const { result } = start(() => Promise.reject(new ApiError('step_up_required')));
  act(() => result.current.press('a'));
  await waitFor(() => expect(result.current.stepUp).toBeTruthy());
  expect(result.current.failure).toMatchObject({ code: 'step_up_required' });
  expect(result.current.failure?.message).toContain('Your input is saved.');
  expect(confirmPassword).not.toHaveBeenCalled();
});
