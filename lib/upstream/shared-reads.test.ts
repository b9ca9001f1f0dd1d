import { expect, test } from 'vitest';
import { openSharedReads } from './shared-reads.ts';

const left = { code: 'upstream_failed' };

/** Calls that end when the test allows it. */
function heldCalls() {
  const calls: { signal: AbortSignal; response: (text: string) => void; fail: (error: Error) => void }[] = [];
  const go = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => reject(new Error('cut')));
    calls.push({ signal, response: resolve, fail: reject });
    return promise;
  };
  return { calls, go };
}

test('identical concurrent requests are one call, and the next one is a new call', async () => {
  const { calls, go } = heldCalls();
  const reads = openSharedReads();
  const both = [reads.read('a', undefined, go), reads.read('a', new AbortController().signal, go)];
  const other = reads.read('b', undefined, go);
  expect(calls).toHaveLength(2);
  calls[0]?.response('of a');
  calls[1]?.response('of b');
  expect(await Promise.all([...both, other])).toEqual(['of a', 'of a', 'of b']);
  const again = reads.read('a', undefined, go);
  expect(calls).toHaveLength(3);
  calls[2]?.response('anew');
  expect(await again).toBe('anew');
});

test('an error reaches all waiting callers, and is not cached', async () => {
  const { calls, go } = heldCalls();
  const reads = openSharedReads();
  const both = [reads.read('a', undefined, go), reads.read('a', undefined, go)];
  calls[0]?.fail(new Error('away'));
  await expect(both[0]).rejects.toThrow('away');
  await expect(both[1]).rejects.toThrow('away');
  const again = reads.read('a', undefined, go);
  calls[1]?.response('there');
  expect(await again).toBe('there');
});

test('a caller that leaves does not affect the others; when all have left the call is aborted', async () => {
  const { calls, go } = heldCalls();
  const reads = openSharedReads();
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [reads.read('a', first.signal, go), reads.read('a', second.signal, go)];
  first.abort();
  await expect(waiting[0]).rejects.toMatchObject(left);
  expect(calls[0]?.signal.aborted).toBe(false);
  second.abort();
  await expect(waiting[1]).rejects.toMatchObject(left);
  expect(calls[0]?.signal.aborted).toBe(true);
  const again = reads.read('a', undefined, go);
  expect(calls).toHaveLength(2);
  calls[1]?.response('anew');
  expect(await again).toBe('anew');
  await expect(reads.read('a', AbortSignal.abort(), go)).rejects.toMatchObject(left);
  expect(calls).toHaveLength(2);
});

test('after a write no read joins a call started before it', async () => {
  const { calls, go } = heldCalls();
  const reads = openSharedReads();
  const before = reads.read('a', undefined, go);
  reads.part();
  const after = reads.read('a', undefined, go);
  expect(calls).toHaveLength(2);
  calls[0]?.response('old');
  // The end of the old call does not stop the sharing of the new one.
  expect(await before).toBe('old');
  const joined = reads.read('a', undefined, go);
  expect(calls).toHaveLength(2);
  calls[1]?.response('new');
  expect(await Promise.all([after, joined])).toEqual(['new', 'new']);
});
