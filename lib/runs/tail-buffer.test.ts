import { describe, expect, test } from 'vitest';
import { createTailBuffer } from './tail-buffer.ts';

const kB = 1024;
const piece = (mark: number, size = 64 * kB) => new Uint8Array(size).fill(mark);

/** A file of which `count` chunks of 64 kB have arrived; the first 64 kB are ones, the next twos. */
function arrived(count: number, clock = () => 0) {
  const recent = createTailBuffer(clock);
  for (let at = 1; at <= count; at += 1) recent.add(piece(at));
  return recent;
}

const settled = async (promise: Promise<void> | undefined) => {
  const none = Symbol('none');
  return (await Promise.race([promise, Promise.resolve(none)])) !== none;
};

describe('tail buffer of a file being received', () => {
  test('returns bytes from any position to the end of their chunk', () => {
    const recent = arrived(3);
    for (const at of [0, 1, 64 * kB - 1, 64 * kB, 100 * kB, 192 * kB - 1]) {
      const found = recent.at(at);
      expect([found?.[0], found?.byteLength]).toEqual([
        Math.floor(at / (64 * kB)) + 1,
        64 * kB - (at % (64 * kB)),
      ]);
    }
    expect([recent.at(192 * kB), recent.at(9e9)]).toEqual([null, null]);
  });

  test('keeps unwritten bytes, however many; then the last 1 MB', () => {
    const recent = arrived(64);
    expect(recent.at(0)?.[0]).toBe(1);
    recent.wrote(10 * 64 * kB);
    expect([recent.at(10 * 64 * kB - 1), recent.at(10 * 64 * kB)?.[0]]).toEqual([null, 11]);
    recent.wrote(64 * 64 * kB);
    expect([recent.at(48 * 64 * kB - 1), recent.at(48 * 64 * kB)?.[0]]).toEqual([null, 49]);
    recent.add(piece(65));
    recent.wrote(65 * 64 * kB);
    expect([recent.at(49 * 64 * kB - 1), recent.at(49 * 64 * kB)?.[0]]).toEqual([null, 50]);
  });
});

describe('back-pressure', () => {
  test('is none without readers, or while they keep up', () => {
    const recent = arrived(20);
    expect(recent.pace()).toBeUndefined();
    recent.follow().moveTo(20 * 64 * kB - 512 * kB);
    expect(recent.pace()).toBeUndefined();
  });

  test('lasts until the last slow reader has caught up or left', async () => {
    const recent = arrived(20);
    const [one, other] = [recent.follow(), recent.follow()];
    const held = recent.pace();
    one.moveTo(20 * 64 * kB);
    expect(await settled(held)).toBe(false);
    other.leave();
    await held;
    expect(recent.pace()).toBeUndefined();
  });

  test('is limited in total per reader, and not repeated by the same one', async () => {
    let now = 0;
    const recent = arrived(20, () => now);
    const slow = recent.follow();
    const held = recent.pace();
    now = 60;
    slow.moveTo(20 * 64 * kB);
    await held;
    for (let at = 0; at < 9; at += 1) recent.add(piece(0));
    const again = recent.pace();
    // 100 ms plus 2 ms for the bytes so far, minus 60 ms: a real timer, independent of the test's clock.
    now = 120;
    await again;
    expect(recent.pace()).toBeUndefined();
    // A later reader has its own time limit.
    recent.follow();
    expect(await settled(recent.pace())).toBe(false);
  });
});
