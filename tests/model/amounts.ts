// Sums and shares of whole numbers for the model tests; nothing here knows about registers.

import { groups, sorted } from './list.ts';

export const sum = (list: readonly { shares: bigint }[]) =>
  list.reduce((total, one) => total + one.shares, 0n);
/** The rows with their shares negated. */
export const negated = <T extends { shares: bigint }>(rows: readonly T[]) =>
  rows.map((one) => ({ ...one, shares: -one.shares }));
export const sumOf = <T>(list: readonly T[], part: (one: T) => bigint) =>
  list.reduce((total, one) => total + part(one), 0n);
export const halfUp = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole);
/** How many rows have the number 0, 1, 2 and so on, below `end`. */
export const counts = <T>(end: number, rows: readonly T[], numberOf: (row: T) => number | undefined) =>
  Array.from({ length: end }, (_, at) => rows.filter((one) => numberOf(one) === at).length);
/** n / d of every row, adding up to `all`: the rest goes to the largest remainders, ties to the first. */
export function apportioned<T extends { shares: bigint }>(
  rows: readonly T[],
  all: bigint,
  { n, d }: { n: bigint; d: bigint },
): T[] {
  const parts = rows.map((one) => ({ shares: (one.shares * n) / d, over: -((one.shares * n) % d) }));
  const favored = sorted(parts, 'over').slice(0, Number(all - sum(parts)));
  return parts.map((one, at) => ({ ...rows[at]!, shares: one.shares + (favored.includes(one) ? 1n : 0n) }));
}
/** Takes `many` shares from the rows of a queue, first rows first; returns the rows it took from. */
export function drawn<T extends { shares: bigint }>(queue: readonly T[], many: bigint): T[] {
  let n = many;
  return queue.filter((one) => {
    const part = n < one.shares ? n : one.shares;
    [n, one.shares] = [n - part, one.shares - part];
    return part > 0n;
  });
}
/** One row for each value of a fact: the first that has it, with all matching rows and their total shares. */
export const merged = <T extends { shares: bigint }>(rows: readonly T[], fact: keyof T) =>
  groups(rows, fact).map((some) => ({ ...some[0]!, rows: some, shares: sum(some) }));
