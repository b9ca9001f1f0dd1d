import { divideHalfUp } from '#lib/format/decimal';
import { sum } from '#lib/register/bigint-math';
import { type ClassOwnership, concentrationRanks } from '#lib/register/ownership/ownership';

export type Concentrated = { count: number; all: boolean; held: bigint };

/** Joint holdings of the largest 1, 5, 10 … accounts, up to all; empty where a figure is missing. */
export function concentration({ owners, held, whole }: ClassOwnership): Concentrated[] {
  if (held === null) return [];
  const listed = whole?.listed ?? owners.length;
  const heldBy = (count: number) =>
    whole ? whole.largest.find((one) => one.count === count)?.held : owners[count - 1]?.cumulative;
  const shown: Concentrated[] = concentrationRanks
    .filter((count) => count < listed)
    .map((count) => ({ count, all: false, held: heldBy(count) ?? 0n }));
  return [...shown, { count: listed, all: true, held }];
}

/**
 * The Herfindahl index of a class, 0 to 10,000: the sum of the squared percentages. A single holder gives
 * 10,000. Null where a figure is missing.
 */
export function herfindahl({ owners, outstanding, whole }: ClassOwnership): bigint | null {
  if (outstanding === null || outstanding <= 0n) return null;
  const squares = whole
    ? whole.squares
    : sum(owners.map(({ shares }) => (shares === null ? null : shares * shares)));
  if (squares === null) return null;
  return divideHalfUp(squares * 10_000n, outstanding * outstanding);
}
