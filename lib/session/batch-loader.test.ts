import { expect, test } from 'vitest';
import { batchLoader } from './batch-loader.ts';

/** A source that answers only when the test allows it. */
function heldSource() {
  const asked: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = batchLoader<string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const round = asked.length + 1;
    const answer = () => resolve(new Map(keys.map((key) => [key, `${key} of round ${round}`])));
    asked.push({ keys, answer, fail: reject });
    return promise;
  });
  return { asked, ask };
}

test('a single key is loaded at once; later keys form the next batch, each once, and never join it', async () => {
  const { asked, ask } = heldSource();
  const first = ask('a');
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  const others = [ask('a'), ask('b'), ask('a')];
  asked[0]?.answer();
  expect(await first).toBe('a of round 1');
  asked[1]?.answer();
  expect(await Promise.all(others)).toEqual(['a of round 2', 'b of round 2', 'a of round 2']);
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
});

test('a hanging load blocks no other', async () => {
  const { asked, ask } = heldSource();
  const hanging = ask('a');
  const second = ask('b');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe('b of round 2');
  asked[0]?.answer();
  expect(await hanging).toBe('a of round 1');
});

test('an error reaches all callers of its batch and no later one', async () => {
  const { asked, ask } = heldSource();
  const first = ask('a');
  const later = [ask('a'), ask('b')];
  asked[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  asked[1]?.answer();
  expect(await Promise.all(later)).toEqual(['a of round 2', 'b of round 2']);
});
