import { divideHalfUp } from '#lib/format/decimal';
import type { ClassOwnership } from '../../ownership.ts';

const ranks = [1, 5, 10, 25, 50, 100, 250] as const;

export type Concentrated = { count: number; all: boolean; held: bigint };

/** What the largest 1, 5, 10 … accounts hold together, up to all of them; empty where a figure is missing. */
export function concentration({ owners, held }: ClassOwnership): Concentrated[] {
  if (held === null) return [];
  const shown: Concentrated[] = ranks
    .filter((count) => count < owners.length)
    .map((count) => ({ count, all: false, held: owners[count - 1]?.cumulative ?? 0n }));
  return [...shown, { count: owners.length, all: true, held }];
}

/**
 * The Herfindahl index of a class, 0 to 10,000: the squares of all parts, in percent, added up; one account that holds
 * everything makes 10,000. Null where a figure is missing.
 */
export function herfindahl({ owners, outstanding }: ClassOwnership): bigint | null {
  if (outstanding === null || outstanding <= 0n) return null;
  let squares = 0n;
  for (const { shares } of owners) {
    if (shares === null) return null;
    squares += shares * shares;
  }
  return divideHalfUp(squares * 10_000n, outstanding * outstanding);
}
