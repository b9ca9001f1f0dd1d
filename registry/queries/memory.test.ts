import { describe, expect, it } from 'vitest';
import { readings } from './memory.ts';

describe('readings', () => {
  /** A cache with a clock of its own; each reading ends when the test says so. */
  function start() {
    let time = 0;
    const begun: PromiseWithResolvers<string>[] = [];
    const cache = readings<string>({ entriesMax: 2, keptMs: 60_000, joinMs: 10_000 }, () => time);
    const get = (version: bigint, { isFresh = false, key = 'a' } = {}) =>
      cache.get(key, version, isFresh, () => {
        const reading = Promise.withResolvers<string>();
        begun.push(reading);
        return reading.promise;
      });
    const end = async (index: number, value: string) => {
      begun[index]?.resolve(value);
      await begun[index]?.promise;
    };
    return { get, end, begun, pass: (ms: number) => (time += ms) };
  }

  it('one in progress is shared, also by those who ask for a new one', async () => {
    const { get, end, begun } = start();
    const asked = [get(1n), get(1n), get(1n, { isFresh: true })];
    expect(begun).toHaveLength(1);
    await end(0, 'first');
    expect(await Promise.all(asked)).toEqual(['first', 'first', 'first']);
  });

  it('one that has ended is kept for its time after the end, at its version only', async () => {
    const { get, end, begun, pass } = start();
    void get(1n);
    pass(200_000);
    await end(0, 'first');
    pass(59_000);
    expect(await get(1n)).toBe('first');
    void get(1n, { isFresh: true });
    expect(begun).toHaveLength(2);
    await end(1, 'second');
    void get(2n);
    expect(begun).toHaveLength(3);
    await end(2, 'third');
    pass(60_000);
    void get(2n);
    expect(begun).toHaveLength(4);
  });

  it('a long one is shared after a change too; a short one is not', async () => {
    const { get, begun, pass } = start();
    const first = get(1n);
    pass(9_000);
    void get(2n);
    expect(begun).toHaveLength(2);
    pass(11_000);
    const third = get(3n);
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('second');
    expect(await third).toBe('second');
    begun[0]?.resolve('first');
    expect(await first).toBe('first');
  });

  it('one that fails is not kept', async () => {
    const { get, begun } = start();
    const failed = get(1n);
    begun[0]?.reject(new Error('the connection was lost'));
    await expect(failed).rejects.toThrow('the connection was lost');
    void get(1n);
    expect(begun).toHaveLength(2);
  });

  it('the oldest is dropped above the number of entries', async () => {
    const { get, end, begun } = start();
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      void get(1n, { key });
      await end(index, key);
    }
    void get(1n, { key: 'c' });
    expect(begun).toHaveLength(3);
    void get(1n, { key: 'a' });
    expect(begun).toHaveLength(4);
  });
});
