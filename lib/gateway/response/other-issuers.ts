// Recognizes rows that belong to another issuer or account.

import 'server-only';

/**
 * An ID as it is compared and sent on: digits in a text become a number if it holds them exactly. Anything else
 * stays as received.
 */
export function idOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\d{1,17}\s*$/.test(value)) return value;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : value;
}

const isIssuerName = (name: string) => name.length === 16 && name.toLowerCase() === 'customerissuerid';

/**
 * Whether a field names another issuer than `issuer`. Integers are compared exactly; digits in a text count as
 * the number. A missing, null or empty field names none.
 */
export function namesOtherIssuer(name: string, field: unknown, issuer: number): boolean {
  if (!isIssuerName(name) || field === null || field === undefined) return false;
  if (typeof field === 'bigint') return field !== BigInt(issuer);
  if (typeof field === 'string' && field.trim() === '') return false;
  return idOf(field) !== issuer;
}

const bare = (account: unknown) =>
  String(account ?? '')
    .trim()
    .toLowerCase();

/** Whether a record names another account than the requested one. Registries write IDs in capitals. */
export function isOtherAccount(record: unknown, account: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const named = bare((record as { customerShareholderId?: unknown }).customerShareholderId);
  return named !== '' && named !== bare(account);
}
