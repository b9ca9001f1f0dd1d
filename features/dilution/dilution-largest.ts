// Completes the largest rows of a dilution with the totals over all rows.

import { exact } from '#lib/format/exact-shares';
import { sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import { type ClassDilution, type Diluted, dilutionByClass } from '#lib/register/ownership/dilution';

type Sums = { listed: number; holding: number; shares: bigint | null };

/** Classes of a response that has only the largest rows, with the totals over all rows. */
export function dilutionOfLargest(
  response: Diluted,
  totals: readonly { held: Sums; reserved: Sums }[],
  balances: readonly Balance[] | null,
): readonly ClassDilution[] {
  return dilutionByClass(response, balances).map((one, index) => {
    const all = totals[index];
    if (!all) return one;
    const { held, reserved } = all;
    const listed = sum([held.shares, reserved.shares]);
    const diluted = exact(response.securites[index]?.totalShares) ?? listed;
    return {
      ...one,
      rows: one.rows.map((row) => ({ ...row, outstanding: held.shares, diluted })),
      holders: held.holding,
      reserves: reserved.listed,
      outstanding: held.shares,
      reserved: reserved.shares,
      diluted,
      listed,
      whole: { held: held.listed, reserved: reserved.listed },
    };
  });
}
