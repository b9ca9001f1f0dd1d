import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../error.ts';
import { gapIn } from './paging.ts';
import { rangeStore } from './range-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Requested = { start: number; rows: number; canceled: boolean };

/** A register of `total` rows that returns at most `cap` of them per request, and records the requests. */
function register(total: number, cap = 1000, sizes = { seen: 250, all: 1000, first: 100 }) {
  const requested: Requested[] = [];
  const world = { total, broken: false };
  const store = rangeStore<number>({
    rowsMax: sizes,
    heldMax: 2_000,
    wholeRequestsMax: 2,
    settleMs: 60,
    fetchPage: async (start, rows, signal) => {
      const one: Requested = { start, rows, canceled: false };
      requested.push(one);
      signal.addEventListener('abort', () => {
        one.canceled = true;
      });
      await new Promise((done) => setTimeout(done, 100));
      if (world.broken) throw new ApiError('upstream_busy');
      const count = Math.max(0, Math.min(rows, cap, world.total - start));
      return { items: Array.from({ length: count }, (_, at) => start + at), total: world.total };
    },
  });
  const settle = () => vi.advanceTimersByTimeAsync(60_000);
  return { store, requested, world, settle };
}

describe('rows in the viewport', () => {
  it('loads a first screen, then only pages around the viewport', async () => {
    const { store, requested, settle } = register(100_000);
    store.request(0, 40);
    await settle();
    expect(store.state()).toMatchObject({ total: 100_000, received: 100, complete: false });
    store.request(99_960, 100_000);
    await settle();
    expect(requested).toEqual([
      { start: 0, rows: 100, canceled: false },
      { start: 99_750, rows: 250, canceled: false },
    ]);
    expect(store.at(99_999)).toBe(99_999);
    expect(store.at(50_000)).toBeUndefined();
  });

  it('cancels pages scrolled past and does not store them', async () => {
    const { store, requested, settle } = register(100_000);
    store.request(0, 40);
    await settle();
    store.request(10_000, 10_040);
    await vi.advanceTimersByTimeAsync(65);
    store.request(70_000, 70_040);
    await settle();
    expect(requested.map((one) => [one.start, one.canceled])).toEqual([
      [0, false],
      [10_000, true],
      [70_000, false],
    ]);
    expect([store.at(10_000), store.at(70_000)]).toEqual([undefined, 70_000]);
  });

  it('loads a short list completely, and beyond a limit only what is needed', async () => {
    const { store, requested, settle } = register(1_640);
    store.request(0, 40);
    await settle();
    expect(store.state()).toMatchObject({ complete: true, received: 1_640, readingAll: false });
    expect(requested.map((one) => one.start)).toEqual([0, 100, 1_100]);
    const capped = register(1_640, 60);
    capped.store.request(0, 40);
    await capped.settle();
    expect(capped.store.state()).toMatchObject({ complete: false, received: 60 });
  });

  it('does not resume by itself after a stop', async () => {
    const { store, settle } = register(1_640);
    store.request(0, 40);
    await vi.advanceTimersByTimeAsync(150);
    store.stop();
    store.request(1_500, 1_540);
    await settle();
    expect(store.state()).toMatchObject({ complete: false, readingAll: false });
    expect(store.at(1_540)).toBe(1_540);
  });

  it('drops distant rows', async () => {
    const { store, settle } = register(100_000);
    for (let from = 0; from < 10_000; from += 250) {
      store.request(from, from + 40);
      await settle();
    }
    expect(store.state().received).toBeLessThanOrEqual(2_250);
    expect(store.at(0)).toBeUndefined();
    expect(store.at(9_760)).toBe(9_760);
  });
});

describe('all rows', () => {
  it('advances by the rows received, from the rows present', async () => {
    const { store, requested, settle } = register(3_000, 60);
    store.request(1_000, 1_040);
    await settle();
    store.readAll();
    await settle();
    expect(store.state()).toMatchObject({ complete: true, received: 3_000, moved: false });
    // No row is requested twice.
    const starts = requested.map((one) => one.start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('can be stopped and resumed', async () => {
    const { store, settle } = register(20_000);
    store.request(0, 40);
    await settle();
    store.readAll();
    await vi.advanceTimersByTimeAsync(550);
    store.stop();
    await settle();
    const { received, readingAll } = store.state();
    expect(readingAll).toBe(false);
    expect(received).toBeLessThan(20_000);
    store.readAll();
    await settle();
    expect(store.state().complete).toBe(true);
  });

  it('ends at an empty page, whatever the total, and reports the change', async () => {
    const { store, world, settle } = register(5_000);
    store.request(0, 40);
    await settle();
    world.total = 1_500;
    store.readAll();
    await settle();
    expect(store.state()).toMatchObject({ total: 1_500, complete: true, moved: true });
    store.again();
    await settle();
    expect(store.state()).toMatchObject({ total: 1_500, moved: false });
  });

  it('pauses after an error until retried', async () => {
    const { store, requested, world, settle } = register(5_000);
    store.request(0, 40);
    await settle();
    world.broken = true;
    store.readAll();
    await settle();
    expect(store.state().error?.code).toBe('upstream_busy');
    const before = requested.length;
    store.request(3_000, 3_040);
    await settle();
    expect(requested.length).toBe(before);
    world.broken = false;
    store.retry();
    await settle();
    expect(store.state()).toMatchObject({ complete: true, error: null });
  });
});

it('a gap is missing, within the rows, no longer than a request, and the first one needed', () => {
  const cases = fc.record({
    total: fc.integer({ min: 1, max: 200 }),
    known: fc.uniqueArray(fc.integer({ min: 0, max: 199 })),
    from: fc.integer({ min: 0, max: 199 }),
    size: fc.integer({ min: 1, max: 60 }),
    rowsMax: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(cases, ({ total, known, from, size, rowsMax }) => {
      const has = (index: number) => known.includes(index);
      const bounds = { from, to: from + size };
      const missing = Array.from({ length: size }, (_, at) => from + at).find(
        (index) => index < total && !has(index),
      );
      const gap = gapIn(has, bounds, total, rowsMax);
      expect(gap === null).toBe(missing === undefined);
      if (!gap || missing === undefined) return;
      expect(gap.to - gap.from).toBeLessThanOrEqual(rowsMax);
      expect(gap.from <= missing && missing < gap.to && gap.to <= total).toBe(true);
      for (let index = gap.from; index < gap.to; index += 1) expect(has(index)).toBe(false);
    }),
  );
});
