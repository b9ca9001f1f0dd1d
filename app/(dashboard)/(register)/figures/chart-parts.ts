import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { percentUnits } from '../../exact.ts';
import type { ClassOwnership } from '../../ownership.ts';

type Part = { id: string; label: string; shares: bigint; percent: string };

/** How often the largest holder the rest may be before its bar would flatten all others. */
const restMax = 2n;

/**
 * What the chart of a class shows: every owner, from which it draws the largest and the rest as one; or, where the
 * rest would dwarf them, the largest alone and a sentence about the rest. Null where a figure is missing: a bar of no
 * length would say that nothing is held.
 */
export function chartParts({ owners, held, outstanding, whole }: ClassOwnership, top: number) {
  if (held === null || outstanding === null) return null;
  const drawn = whole ? owners.slice(0, top) : owners;
  const parts: Part[] = drawn.map(({ id, name, shares }) => ({
    id,
    label: name,
    shares: shares ?? 0n,
    percent: percentUnits(shares, outstanding) ?? '0',
  }));
  const last = owners[top - 1]?.cumulative ?? null;
  const largest = owners[0]?.shares ?? null;
  const rest = held !== null && last !== null ? held - last : 0n;
  const count = (whole?.listed ?? owners.length) - top;
  if (largest === null || outstanding === null || rest <= largest * restMax) {
    const others = `${formatShares(count)} others`;
    const percent = percentUnits(rest, outstanding) ?? '0';
    return {
      parts: whole && count > 0 ? [...parts, { id: others, label: others, shares: rest, percent }] : parts,
      total: { shares: held ?? 0n, percent: percentUnits(held, outstanding) ?? '0' },
      note: undefined,
    };
  }
  return {
    parts: parts.slice(0, top),
    total: undefined,
    note: `Not drawn: ${formatShares(count)} others, who together hold ${formatPercent(rest, outstanding)}.`,
  };
}
