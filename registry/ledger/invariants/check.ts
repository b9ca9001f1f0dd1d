/**
 * One invariant of domain §10 as a query with $1 = issuer id that answers rows (object, sentence) for violations only.
 * Every check reads the stored books alone and proves all days at once, so no cutoff is a parameter.
 */
export type Check = { number: number; sql: string };

export type Violation = { invariant: number; issuerId: bigint; object: string; sentence: string };
