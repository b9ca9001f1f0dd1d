import type { ClassOwnership } from './ownership.ts';

/** Classes that have only the largest accounts, with the totals over all accounts added. */
export function withTotals(
  classes: readonly ClassOwnership[],
  totals: readonly ({ className: string; holders: number; held: bigint | null } & NonNullable<
    ClassOwnership['whole']
  >)[],
): readonly ClassOwnership[] {
  return classes.map((one) => {
    const all = totals.find(({ className }) => className === one.className);
    if (!all) return one;
    const { holders, held, listed, squares, largest } = all;
    return { ...one, holders, held, whole: { listed, squares, largest } };
  });
}
