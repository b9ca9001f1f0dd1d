import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '#components/ui/clock';
import { ApiError } from '#lib/api/error';
import type { SendRequest } from '#lib/api/send-request';
import { readBooks } from './read-verdict.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const question = { issuer: 1001, day: '2026-11-20', clock: {} as Clock, isOffered: true, isFresh: true };
const busy = () => new ApiError('upstream_busy', { retryAfter: 2 });

/** A registry that is still reading for the first requests, then answers with an error that ends the asking. */
function registryReading(busyFor: number) {
  const asked: unknown[] = [];
  const request = (async (_id: string, input: unknown) => {
    asked.push(input);
    throw asked.length <= busyFor ? busy() : new ApiError('upstream_failed');
  }) as unknown as SendRequest;
  return { asked, request };
}

it('asks again while the registry is still reading, and then for the result of the same reading', async () => {
  const { asked, request } = registryReading(3);
  const books = readBooks(request, question);
  await vi.advanceTimersByTimeAsync(6_000);
  expect((await books).facts).toMatchObject([{ error: { code: 'upstream_failed' } }]);
  const again = { customerIssuerId: 1001, cutoff: '2026-11-20' };
  expect(asked).toEqual([{ ...again, isFresh: true }, again, again, again]);
});

it('stops asking when nobody waits any more', async () => {
  const { asked, request } = registryReading(100);
  const left = new AbortController();
  const books = readBooks(request, { ...question, signal: left.signal });
  const failed = expect(books).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(3_000);
  left.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(asked).toHaveLength(2);
});
