import { expect, test } from 'vitest';
import { batchLoader } from './batch-loader.ts';

/** A source that answers only when the test allows it. */
function heldSource() {
  const requested: { keys: readonly string[]; response: () => void; fail: (error: Error) => void }[] = [];
  const load = batchLoader<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const round = requested.length + 1;
    const respond = () => resolve(new Map(keys.map((key) => [key, `${key} of round ${round}`])));
    requested.push({ keys, response: respond, fail: reject });
    return promise;
  });
  return { requested, load };
}

test('a single key is loaded at once; later keys form the next batch, each once, and never join it', async () => {
  const { requested, load } = heldSource();
  const first = load('a');
  expect(requested.map(({ keys }) => keys)).toEqual([['a']]);
  const others = [load('a'), load('b'), load('a')];
  requested[0]?.response();
  expect(await first).toBe('a of round 1');
  requested[1]?.response();
  expect(await Promise.all(others)).toEqual(['a of round 2', 'b of round 2', 'a of round 2']);
  expect(requested.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
});

test('a hanging load blocks no other', async () => {
  const { requested, load } = heldSource();
  const hanging = load('a');
  const second = load('b');
  await expect.poll(() => requested.length).toBe(2);
  requested[1]?.response();
  expect(await second).toBe('b of round 2');
  requested[0]?.response();
  expect(await hanging).toBe('a of round 1');
});

test('an error reaches all callers of its batch and no later one', async () => {
  const { requested, load } = heldSource();
  const first = load('a');
  const later = [load('a'), load('b')];
  requested[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  requested[1]?.response();
  expect(await Promise.all(later)).toEqual(['a of round 2', 'b of round 2']);
});
