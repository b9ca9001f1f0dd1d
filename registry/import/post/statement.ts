/**
 * A statement that writes part of a register from the staged tables. $1: the issuer's id. $2: time of posting. $3: day of the
 * register. $4: authority. $5: id of the first holder. $6: title of the conversion. Ids are made from row numbers, so
 * that no row passes through this program.
 */
export type Statement = { what: string; sql: string };

const span = '100000000';
export const id = (n: string) => `$1::bigint * ${span} + ${n}`;
