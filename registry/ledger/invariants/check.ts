/**
 * One invariant as a query with $1 = issuer id that returns rows (object, sentence) for violations only. A
 * check reads only the stored books and covers all days at once, so it needs no cutoff.
 */
export type Check = { number: number; sql: string };

export type Violation = { invariant: number; issuerId: bigint; object: string; sentence: string };
