// Inputs and queries of the operations on an issuer's register.

import { certificatesInput, dividendListInput, proxyListInput } from '../register/list-inputs.ts';
import type { DateBasis } from '../register/transactions/date-bases.ts';
import { query } from './query.ts';

export type Restriction = 'All' | 'Restricted' | 'NonRestricted';

/** `restriction` limits outstanding and holders; without it all shares count. */
export const balanceInput = (issuer: number, day: string, restriction: Restriction = 'All') => ({
  CustomerIssuerId: issuer,
  CutoffDate: day,
  ...(restriction === 'All' ? {} : { RestrictionStatus: restriction }),
});

/** Every current holding; the interface has no past cap table. */
export const capTableInput = (issuer: number) => ({ CustomerIssuerId: issuer });

/** Balance of every class on a day. The day is always sent, so that all panels of a page use the same. */
export const balanceQuery = (issuer: number, day: string, restriction?: Restriction) =>
  query('GetIssuerBalance', balanceInput(issuer, day, restriction));

export const ownershipInput = (issuer: number, day: string) =>
  ({ customerIssuerId: issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' }) as const;

/** Every account with its percentage of each class on a day, largest first. */
export const ownershipQuery = (issuer: number, day: string) =>
  query('GetOwnershipPercentage', ownershipInput(issuer, day));

/** Holders and reserves of every class on a day. */
export const dilutedQuery = (issuer: number, day: string) =>
  query('GetDilutedPercentage', { customerIssuerId: issuer, cutoff: day, isPDF: false });

/** The certificates of an issuer, or of one account of it. */
export const certificatesQuery = (issuer: number, account?: string) =>
  query('GetHoldingCertificates', certificatesInput(issuer, account));

/** Every dividend of an issuer; the operation has no date. */
export const dividendListQuery = (issuer: number) => query('GetDividendList', dividendListInput(issuer));

/** The journal of completed transactions between two days, both included, as JSON (`returnJSON`). */
export const journalInput = (issuer: number, from: string, to: string, basis: DateBasis = 'EffectiveDate') =>
  ({
    customerIssuerId: issuer,
    filterDateBy: basis,
    startDate: from,
    endDate: to,
    transactionTypeCode: '',
    returnJSON: true,
  }) as const;

export const journalQuery = (issuer: number, from: string, to: string, basis?: DateBasis) =>
  query('GenerateTransactionList', journalInput(issuer, from, to, basis));

/** Every meeting of an issuer; the operation has no date. */
export const proxyListQuery = (issuer: number) => query('GetProxyList', proxyListInput(issuer));
