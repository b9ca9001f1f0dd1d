// Joint holdings of the largest accounts of a class, and its Herfindahl index.

import { divideHalfUp } from '#lib/format/decimal';
import { sum } from '#lib/register/bigint-math';
import { type ClassOwnership, concentrationRanks } from '#lib/register/ownership/ownership';

export type Concentrated = { count: number; held: bigint };

/** Combined holdings of the largest 1, 5, 10 … accounts, of a class that has more; empty where a figure is missing. */
export function concentration({ owners, held, allAccounts }: ClassOwnership): Concentrated[] {
  if (held === null) return [];
  const listed = allAccounts?.listed ?? owners.length;
  const heldBy = (count: number) =>
    allAccounts
      ? allAccounts.largest.find((one) => one.count === count)?.held
      : owners[count - 1]?.cumulative;
  return concentrationRanks
    .filter((count) => count < listed)
    .map((count) => ({ count, held: heldBy(count) ?? 0n }));
}

/**
 * The Herfindahl index of a class, 0 to 10,000: the sum of the squared percentages. A single holder gives
 * 10,000. Null where a figure is missing.
 */
export function herfindahl({ owners, outstanding, allAccounts }: ClassOwnership): bigint | null {
  if (outstanding === null || outstanding <= 0n) return null;
  const squares = allAccounts
    ? allAccounts.squares
    : sum(owners.map(({ shares }) => (shares === null ? null : shares * shares)));
  if (squares === null) return null;
  return divideHalfUp(squares * 10_000n, outstanding * outstanding);
}
