import { query } from '#lib/api/query';

export const balanceInput = (issuer: number, day: string) => ({ CustomerIssuerId: issuer, CutoffDate: day });

/** Balance of every class on a day; the day is always sent, so that panels of one page agree. */
export const balanceQuery = (issuer: number, day: string) =>
  query('GetIssuerBalance', balanceInput(issuer, day));

export const ownershipInput = (issuer: number, day: string) =>
  ({ customerIssuerId: issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' }) as const;

/** Every account with its part of each class on a day, largest first. */
export const ownershipQuery = (issuer: number, day: string) =>
  query('GetOwnershipPercentage', ownershipInput(issuer, day));
