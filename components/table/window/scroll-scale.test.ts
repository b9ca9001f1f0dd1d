import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { follow, type ScrollPosition, scaleOf, scrollPositionOf } from './scroll-scale.ts';

const rowPx = 30;
const heightPx = 600;
const start: ScrollPosition = { scrollTopPx: 0, shiftPx: 0 };
const real = (position: ScrollPosition) => position.scrollTopPx + position.shiftPx;

it('does not scale a list that a browser can scroll', () => {
  const scale = scaleOf(20_480 * rowPx);
  expect(scale.scrollPx).toBe(614_400);
  for (const topPx of [0, 500, 300_000, 613_800])
    expect(follow(start, topPx, heightPx, scale)).toEqual({ scrollTopPx: topPx, shiftPx: 0 });
});

describe.each([100_001, 150_000, 1_000_000, 12_345_678, 100_000_000])('%d rows', (count) => {
  const scale = scaleOf(count * rowPx);
  const lastPx = count * rowPx - heightPx;
  const endPx = scale.scrollPx - heightPx;

  it('stay below the height every browser can scroll', () => expect(scale.scrollPx).toBeLessThan(8_000_000));

  it('reach the last row by dragging to the end, and the first by dragging back', () => {
    const end = follow(start, endPx, heightPx, scale);
    expect(real(end)).toBe(lastPx);
    expect(real(follow(end, 0, heightPx, scale))).toBe(0);
  });

  it('are dragged without correcting the scroll position', () => {
    let position = start;
    let before = 0;
    for (let topPx = 0; topPx <= endPx; topPx += 5_000) {
      position = follow(position, topPx, heightPx, scale);
      expect(position.scrollTopPx).toBe(topPx);
      // A drag ends with small movements.
      position = follow(position, topPx + 1, heightPx, scale);
      expect(position.scrollTopPx).toBe(topPx + 1);
      expect(real(position)).toBeGreaterThan(before);
      before = real(position);
    }
  });

  it('move by exactly the scrolled distance and never reach a false end', () => {
    const steps = fc.array(fc.integer({ min: -heightPx + 1, max: heightPx - 1 }), { maxLength: 400 });
    const startPx = fc.oneof(
      fc.integer({ min: 0, max: lastPx }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: lastPx - 100_000, max: lastPx }),
    );
    fc.assert(
      fc.property(startPx, steps, fc.constantFrom(-400, 0, 400), (from, ways, drift) => {
        let position = scrollPositionOf(from, scale);
        for (const way of ways) {
          const step = Math.max(-heightPx + 1, Math.min(heightPx - 1, way + drift));
          const before = real(position);
          const to = before + step;
          if (to < 0 || to > lastPx) continue;
          const targetPx = position.scrollTopPx + step;
          expect(targetPx).toBeGreaterThanOrEqual(0);
          expect(targetPx).toBeLessThanOrEqual(endPx);
          position = follow(position, targetPx, heightPx, scale);
          expect(real(position)).toBe(to);
        }
      }),
      { numRuns: 200 },
    );
  });
});
