// Chooses the bars of the ownership chart of a class.

import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { percentUnits } from '#lib/register/bigint-math';
import type { ClassOwnership } from '#lib/register/ownership/ownership';

type Part = { id: string; label: string; shares: bigint; percent: string };

/** Above this multiple of the largest holder, a bar for the rest would make all others too short to compare. */
const restMax = 2n;

/**
 * Bars of a class: every owner, for the largest and one bar for the rest; where the rest is too large, only the
 * largest and a sentence on the rest. Null where a figure is missing: an empty bar would read as 0.
 */
export function chartParts({ owners, held, outstanding, allAccounts }: ClassOwnership, top: number) {
  if (held === null || outstanding === null) return null;
  const drawn = allAccounts ? owners.slice(0, top) : owners;
  const parts: Part[] = drawn.map(({ id, name, shares }) => ({
    id,
    label: name,
    shares: shares ?? 0n,
    percent: percentUnits(shares, outstanding) ?? '0',
  }));
  const last = owners[top - 1]?.cumulative ?? null;
  const largest = owners[0]?.shares ?? null;
  const rest = held !== null && last !== null ? held - last : 0n;
  const count = (allAccounts?.listed ?? owners.length) - top;
  if (largest === null || outstanding === null || rest <= largest * restMax) {
    const others = `${formatShares(count)} others`;
    const percent = percentUnits(rest, outstanding) ?? '0';
    return {
      parts:
        allAccounts && count > 0 ? [...parts, { id: others, label: others, shares: rest, percent }] : parts,
      total: { shares: held ?? 0n, percent: percentUnits(held, outstanding) ?? '0' },
      note: undefined,
    };
  }
  return {
    parts: parts.slice(0, top),
    total: undefined,
    note: `Not shown: ${formatShares(count)} other holders with a total of ${formatPercent(rest, outstanding)}.`,
  };
}
