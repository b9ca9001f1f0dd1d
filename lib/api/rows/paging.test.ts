import { describe, expect, it } from 'vitest';
import { movedWhileRead, nextStart, type PageSeen } from './paging.ts';

/** Pages through a register of `total` rows on a server that returns at most `cap` of them at a time. */
function walk(total: number, cap: number, claimed = total) {
  const pages: PageSeen[] = [{ rows: Math.min(cap, total), total: claimed }];
  const starts = [0];
  for (let start = nextStart(pages); start !== null; start = nextStart(pages)) {
    starts.push(start);
    pages.push({ rows: Math.max(0, Math.min(cap, total - start)), total: claimed });
    if (starts.length > 1000) throw new Error('the walk does not end');
  }
  return { starts, rows: pages.reduce((sum, page) => sum + page.rows, 0), pages };
}

describe('paging walker', () => {
  it('advances by the rows received', () => {
    expect(walk(2500, 1000).starts).toEqual([0, 1000, 2000]);
    expect(walk(60, 25).starts).toEqual([0, 25, 50]);
  });
  it('receives every row once, also when the last page is full', () => {
    for (const [total, cap] of [
      [1000, 1000],
      [1412, 100],
      [1, 1],
      [20_480, 1000],
    ] as const) {
      expect(walk(total, cap).rows).toBe(total);
    }
  });
  it('stops at an empty register and at an empty page, even if the total is higher', () => {
    expect(walk(0, 1000).starts).toEqual([0]);
    expect(walk(150, 100, 500).starts).toEqual([0, 100, 150]);
  });
  it('detects a total that changes while paging', () => {
    expect(
      movedWhileRead([
        { rows: 100, total: 300 },
        { rows: 100, total: 300 },
      ]),
    ).toBe(false);
    expect(
      movedWhileRead([
        { rows: 100, total: 300 },
        { rows: 100, total: 301 },
      ]),
    ).toBe(true);
  });
});
