import { expect, it } from 'vitest';
import { type ClassOwnership, withTotals } from '#lib/register/ownership/ownership';
import { concentration, herfindahl } from './concentration.ts';

function classOf(...shares: (bigint | null)[]): ClassOwnership {
  let running: bigint | null = 0n;
  const owners = shares.map((one, index) => {
    running = one === null || running === null ? null : running + one;
    return { id: `${index}`, rank: index + 1, shares: one, cumulative: running };
  });
  return { className: 'Common', owners, held: running, outstanding: running } as unknown as ClassOwnership;
}

it('adds up the largest; all accounts hold everything and are left out', () => {
  const twelve = classOf(...Array.from({ length: 12 }, (_, index) => BigInt(12 - index)));
  expect(concentration(twelve)).toEqual([
    { count: 1, held: 12n },
    { count: 5, held: 50n },
    { count: 10, held: 75n },
  ]);
  expect(concentration(classOf(5n))).toEqual([]);
  expect(concentration(classOf(5n, null))).toEqual([]);
});

it('is 10,000 for one holder and falls with every equal one', () => {
  expect(herfindahl(classOf(7n))).toBe(10_000n);
  expect(herfindahl(classOf(1n, 1n, 1n))).toBe(3333n);
  expect(herfindahl(classOf(9007199254740993n, 9007199254740993n))).toBe(5000n);
  expect(herfindahl(classOf(1n, null))).toBeNull();
  expect(herfindahl(classOf())).toBeNull();
});

it('is the same when only the largest were sent, with totals over all', () => {
  const shares = Array.from({ length: 30 }, (_, index) => BigInt(100 - index));
  const every = classOf(...shares);
  const largest = [1, 5, 10, 25].map((count) => ({
    count,
    held: every.owners[count - 1]?.cumulative ?? null,
  }));
  const squares = shares.reduce((sum, one) => sum + one * one, 0n);
  const total = { className: 'Common', holders: 30, held: every.held, listed: 30, squares, largest };
  const [few] = withTotals([{ ...every, owners: every.owners.slice(0, 8), held: 1n }], [total]);
  expect(few && concentration(few)).toEqual(concentration(every));
  expect(few && herfindahl(few)).toEqual(herfindahl(every));
});
