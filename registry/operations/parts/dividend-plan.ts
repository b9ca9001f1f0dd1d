// What the members of a reinvestment plan bought with a dividend, and their cash.

import { addDays, type CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import type { Issuer } from '#registry/queries/issuers';
import type { DividendTerms } from '#registry/queries/reports/dividend-details';
import {
  hasReinvested,
  nextPayable,
  type PlanCash,
  type PlanPurchase,
  planCash,
  planPurchases,
} from '#registry/queries/reports/dividend-funding';
import { toCents } from './report/cents.ts';

/** What the members of a plan bought until the next dividend, and their cash. */
export type DividendPlan = {
  purchases: readonly PlanPurchase[];
  cash: PlanCash;
  /** No later dividend was payable: the cash stored today is what is left. */
  isCurrent: boolean;
  /**
   * Cents that the members should have less what is stored. On an earlier day, whose cash is not stored, only cash below
   * zero is a difference.
   */
  difference: bigint;
};

/**
 * The plan's purchases with a paid dividend, on the day `cutoff`. Null where nothing was reinvested, and for a register that
 * was brought in: what its members bought before is not known. `db` must be inside a snapshot.
 */
export async function dividendPlan(
  db: Db,
  issuer: Pick<Issuer, 'id' | 'booksFrom'>,
  terms: DividendTerms,
  cutoff: CalendarDate,
): Promise<DividendPlan | null> {
  if (issuer.booksFrom !== null || !(await hasReinvested(db, issuer.id, terms.id))) return null;
  const next = await nextPayable(db, issuer.id, terms.class_id, terms.payable_on);
  const isCurrent = next === null || next > cutoff;
  const window = {
    issuerId: issuer.id,
    dividendId: terms.id,
    classId: terms.class_id,
    from: terms.payable_on,
    until: isCurrent ? addDays(cutoff, 1) : next,
  };
  const cash = await planCash(db, window);
  const after = toCents(cash.after);
  return {
    ...{ purchases: await planPurchases(db, window), cash, isCurrent },
    difference: isCurrent ? after - toCents(cash.stored) : after < 0n ? after : 0n,
  };
}
