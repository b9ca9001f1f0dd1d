/**
 * Path of a transaction's page in the dashboard, which files of the registry name too. Issuer: its number; transaction: its
 * control number.
 */
export const transactionPath = (issuer: number | bigint, transaction: number | bigint) =>
  `/issuers/${issuer}/transactions/${transaction}`;
