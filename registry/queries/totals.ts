import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import type { RegisterMemory } from './memory.ts';

/**
 * What the certificates of one class add up to at a cutoff. Outstanding leaves treasury out;
 * issued = outstanding + treasury (domain §9.2; decisions, ruling 28).
 */
export type ClassTotals = {
  outstanding: bigint;
  treasury: bigint;
  restricted: bigint;
  holders: bigint;
  restrictedHolders: bigint;
  freeHolders: bigint;
};

export type RegisterTotals = {
  byClass: ReadonlyMap<bigint, ClassTotals>;
  /** Accounts with outstanding shares of any class. */
  holders: bigint;
  /** (holder, class) pairs with outstanding shares: the rows of the cap table. */
  positions: bigint;
};

export const noTotals: ClassTotals = {
  outstanding: 0n,
  treasury: 0n,
  restricted: 0n,
  holders: 0n,
  restrictedHolders: 0n,
  freeHolders: 0n,
};

/** The part of a class's totals that a restriction filter leaves (domain §5.1); issued and treasury are facts of the class. */
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
};

/**
 * Totals of every class of an issuer as of the close of `cutoff`: issued <= cutoff < canceled. Kept in memory until the
 * issuer's version changes; pass the version read in the same snapshot.
 */
export async function registerTotals(
  db: Db,
  memory: RegisterMemory,
  issuer: { id: bigint; version: bigint },
  cutoff: CalendarDate,
): Promise<RegisterTotals> {
  return memory.totals.get(`${issuer.id} ${cutoff}`, issuer.version, async () => {
    const { rows } = await db.query<TotalsRow>(
      `select class_id,
              sum(outstanding)::bigint as outstanding, sum(treasury)::bigint as treasury,
              sum(restricted)::bigint as restricted,
              count(*) filter (where outstanding > 0) as holders,
              count(*) filter (where restricted > 0) as restricted_holders,
              count(*) filter (where outstanding > restricted) as free_holders
         from (select c.holder_id, c.class_id,
                      coalesce(sum(c.shares) filter (where not c.is_treasury), 0) as outstanding,
                      coalesce(sum(c.shares) filter (where c.is_treasury), 0) as treasury,
                      coalesce(sum(c.shares) filter (where not c.is_treasury and c.restriction <> 'N'), 0) as restricted
                 from certificate c
                where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2
                group by c.holder_id, c.class_id) as position
        group by class_id`,
      [issuer.id, cutoff],
    );
    const count = await db.query<{ holders: bigint }>(
      `select count(*) as holders from account a
        where a.issuer_id = $1
          and exists (select 1 from certificate c
                       where c.issuer_id = $1 and c.holder_id = a.holder_id
                         and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury)`,
      [issuer.id, cutoff],
    );
    const byClass = new Map(rows.map((row) => [row.class_id, toTotals(row)]));
    return {
      byClass,
      holders: count.rows[0]?.holders ?? 0n,
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
