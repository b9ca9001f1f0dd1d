// Counts the rows of the work queue in each stage.

import type { ItemRow } from './item-row.ts';
import type { Stage } from './item-stages.ts';

/** In place of a user, in the column and its filter. */
export const unassigned = 'Unassigned';

type Chosen = { assigned: string | null; issuer: string | null };
const passes = (filter: string | null, value: string) =>
  !filter?.startsWith('=') || filter.slice(1).toLowerCase() === value.toLowerCase();

/** Number of rows in each stage under the filters by user and issuer, which are exact: '=Unassigned'. */
export function stageCounts(rows: readonly ItemRow[], chosen: Chosen): ReadonlyMap<Stage, number> {
  const counts = new Map<Stage, number>();
  for (const row of rows)
    if (passes(chosen.assigned, row.assignedTo ?? unassigned) && passes(chosen.issuer, row.issuerName))
      counts.set(row.stage, (counts.get(row.stage) ?? 0) + 1);
  return counts;
}
