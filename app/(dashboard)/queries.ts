import { query } from '#lib/api/query';

export type Restriction = 'All' | 'Restricted' | 'NonRestricted';

/** `restriction` narrows outstanding and holders; all shares when it is left out (domain §5.1). */
export const balanceInput = (issuer: number, day: string, restriction: Restriction = 'All') => ({
  CustomerIssuerId: issuer,
  CutoffDate: day,
  ...(restriction === 'All' ? {} : { RestrictionStatus: restriction }),
});

/** Every holding as it stands today; the interface has no past one. */
export const capTableInput = (issuer: number) => ({ CustomerIssuerId: issuer });

/** Balance of every class on a day; the day is always sent, so that panels of one page agree. */
export const balanceQuery = (issuer: number, day: string, restriction?: Restriction) =>
  query('GetIssuerBalance', balanceInput(issuer, day, restriction));

export const ownershipInput = (issuer: number, day: string) =>
  ({ customerIssuerId: issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' }) as const;

/** Every account with its part of each class on a day, largest first. */
export const ownershipQuery = (issuer: number, day: string) =>
  query('GetOwnershipPercentage', ownershipInput(issuer, day));
