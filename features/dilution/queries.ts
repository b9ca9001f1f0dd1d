import { query } from '#lib/api/query';

/** Holders and reserved shares of every class on a day. */
export const dilutedQuery = (issuer: number, day: string) =>
  query('GetDilutedPercentage', { customerIssuerId: issuer, cutoff: day, isPDF: false });
