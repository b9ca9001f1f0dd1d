// Roll-forward of reserved or authorized shares from the entries of the control book.

import { sum } from '../bigint-math.ts';

/** What changes a reserve or the authorized shares, by the entry of the control book and its sign. */
export const controlColumns = ['raised', 'drawn', 'lowered', 'adjusted'] as const;
export type ControlColumn = (typeof controlColumns)[number];

export const controlTitles: Readonly<Record<ControlColumn, string>> = {
  raised: 'Raised',
  drawn: 'Drawn',
  lowered: 'Lowered',
  adjusted: 'Adjusted',
};

export type ControlRoll = {
  opening: bigint | null;
  moved: Readonly<Record<ControlColumn, bigint | null>>;
  computed: bigint | null;
  closing: bigint | null;
  residual: bigint | null;
};

/** A change by one entry of the control book. `code`: the letter of its transaction, or 'Reserve', 'Authorized'. */
export type ControlChange = { code: string; delta: bigint | null };

/** Issuances and conversions draw on a reserve; splits and stock dividends adjust; the rest raises or lowers. */
function columnOf({ code, delta }: ControlChange): ControlColumn {
  if (code === 'F' || code === 'V' || code === 'D') return 'adjusted';
  if (code === 'N' || code === 'C') return 'drawn';
  return delta !== null && delta < 0n ? 'lowered' : 'raised';
}

/** From the figure before a period to the one at its end, by the entries of the control book between. */
export function rollControl(
  changes: readonly ControlChange[],
  opening: bigint | null,
  closing: bigint | null,
): ControlRoll {
  const moved: Record<ControlColumn, bigint | null> = { raised: 0n, drawn: 0n, lowered: 0n, adjusted: 0n };
  for (const change of changes) {
    const column = columnOf(change);
    moved[column] = sum([moved[column], change.delta]);
  }
  const computed = sum([opening, ...Object.values(moved)]);
  const residual = closing === null || computed === null ? null : closing - computed;
  return { opening, moved, computed, closing, residual };
}
