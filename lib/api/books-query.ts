import { query } from './query.ts';

/** The first day that an issuer's books cover. A file of its own: every page asks, and loads nothing else for it. */
export const issuerBooksQuery = (issuer: number) => query('GetIssuerBooks', { customerIssuerId: issuer });
