// Accounts and balances of the ownership responses, with percentages.

import type { ExactResponseFor } from '#lib/contract/index';
import { formatPercent, percentOf8 } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { SecurityClass } from '#registry/queries/classes';
import type { Ownership } from '#registry/queries/ownership';
import { noTotals } from '#registry/queries/totals';
import type { ClassTotals } from '#registry/queries/types';
import { authorizedText, quantity } from './display.ts';

type ExactResponse = ExactResponseFor<'GetOwnershipPercentage'>;
type Account = ExactResponse['accounts'][number];
export type SummedClasses = ReadonlyMap<bigint, { ofClass: SecurityClass; totals: ClassTotals }>;

/** Classes with their totals, in the order of the classes. */
export const summedClasses = (
  classes: readonly SecurityClass[],
  byClass: ReadonlyMap<bigint, ClassTotals>,
): SummedClasses =>
  new Map(classes.map((each) => [each.id, { ofClass: each, totals: byClass.get(each.id) ?? noTotals }]));

/** The balances of the classes of an ownership. */
export const ownedBalances = (classes: SummedClasses): ExactResponse['balances'] =>
  [...classes.values()].map(({ ofClass, totals }) => ({
    securityType: ofClass.name,
    numOfShareholder: totals.holders,
    numOfShareholderFormat: formatShares(totals.holders),
    totalOutstandingShares: totals.outstanding,
    totalOutstandingSharesFormat: quantity(ofClass, totals.outstanding),
    authorizedShares: ofClass.authorized,
    authorizedSharesFormat: authorizedText(ofClass),
    isUnlimited: ofClass.isUnlimited,
  }));

/** An account with its percentage of each class, in percent units. */
export function ownedAccount({ holder, positions }: Ownership, classes: SummedClasses): Account {
  return {
    systemShareholderId: holder.id,
    customerShareholderId: holder.customerId,
    displayShareholderId: holder.customerId,
    sortName: holder.sortName,
    name: holder.name,
    securities: positions.flatMap(({ classId, certificates, shares }) => {
      const summed = classes.get(classId);
      if (!summed) return [];
      const { ofClass, totals } = summed;
      return {
        securityType: ofClass.name,
        numberOfCertificates: certificates,
        numberOfCertificatesFormat: formatShares(certificates),
        totalShares: shares,
        totalSharesFormat: quantity(ofClass, shares),
        percentage: percentOf8(shares, totals.outstanding),
        percentageFormat: formatPercent(shares, totals.outstanding),
      };
    }),
  };
}
