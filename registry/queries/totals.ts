// Totals of each class as of a day, cached by the version of the register.

import type { CalendarDate } from '#lib/format/dates';
import { queryPrepared } from '../db/query-prepared.ts';
import type { Db } from '../db/session.ts';
import type { RegisterMemory } from './memory.ts';
import type { ClassTotals, RegisterTotals } from './types.ts';

export const noTotals: ClassTotals = {
  outstanding: 0n,
  treasury: 0n,
  restricted: 0n,
  holders: 0n,
  restrictedHolders: 0n,
  freeHolders: 0n,
};

/** A class's totals under a restriction filter. Issued and treasury are not filtered. */
export function narrowTotals(
  totals: ClassTotals,
  status: 'All' | 'Restricted' | 'NonRestricted' | undefined,
): { holders: bigint; restricted: bigint; free: bigint } {
  const free = totals.outstanding - totals.restricted;
  if (status === 'Restricted')
    return { holders: totals.restrictedHolders, restricted: totals.restricted, free: 0n };
  if (status === 'NonRestricted') return { holders: totals.freeHolders, restricted: 0n, free };
  return { holders: totals.holders, restricted: totals.restricted, free };
}

type TotalsRow = {
  class_id: bigint;
  outstanding: bigint;
  treasury: bigint;
  restricted: bigint;
  holders: bigint;
  restricted_holders: bigint;
  free_holders: bigint;
  all_holders: bigint;
};

const totalsText = `
  select k.id as class_id, d.*,
         (select coalesce(sum(holders_delta), 0)::bigint from issuer_day
           where issuer_id = $1 and day <= $2) as all_holders
    from security_class k
   cross join lateral (
         select coalesce(sum(outstanding_delta), 0)::bigint as outstanding,
                coalesce(sum(treasury_delta), 0)::bigint as treasury,
                coalesce(sum(restricted_delta), 0)::bigint as restricted,
                coalesce(sum(holders_delta), 0)::bigint as holders,
                coalesce(sum(restricted_holders_delta), 0)::bigint as restricted_holders,
                coalesce(sum(free_holders_delta), 0)::bigint as free_holders
           from class_day where issuer_id = $1 and class_id = k.id and day <= $2) as d
   where k.issuer_id = $1`;

/**
 * Totals of every class of an issuer as of the close of `cutoff`, from the changes per day that the verbs
 * maintain. Its cost depends on the number of days, not of certificates. Cached until the issuer's version
 * changes; pass the version read in the same snapshot.
 */
export async function registerTotals(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
): Promise<RegisterTotals> {
  return memory.totals.get(`${issuer.id} ${cutoff}`, issuer.version, async () => {
    const { rows } = await queryPrepared<TotalsRow>(db, totalsText, [issuer.id, cutoff]);
    const byClass = new Map(rows.map((row) => [row.class_id, toTotals(row)]));
    return {
      byClass,
      holders: rows[0]?.all_holders ?? 0n,
      positions: [...byClass.values()].reduce((sum, totals) => sum + totals.holders, 0n),
    };
  });
}

function toTotals(row: TotalsRow): ClassTotals {
  return {
    outstanding: row.outstanding,
    treasury: row.treasury,
    restricted: row.restricted,
    holders: row.holders,
    restrictedHolders: row.restricted_holders,
    freeHolders: row.free_holders,
  };
}
