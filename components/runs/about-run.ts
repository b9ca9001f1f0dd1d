// Texts on what a report run is about: issuer or object, and dates.

import type { Run } from '#lib/api/runs';
import { formatDate } from '#lib/format/dates';

const objects: readonly (readonly [field: string, noun: string])[] = [
  ['customerProxyId', 'Meeting'],
  ['dividendId', 'Dividend'],
  // A run keeps only the registry's key, which is not the number of the transaction.
  ['controlTransactionId', 'Transaction with registry ID'],
];

/** Whose report it is, as text: an issuer, all issuers, or the object by its number. */
export function ownerOf(
  run: Pick<Run, 'issuer' | 'input'>,
  nameOf: (issuer: number) => string | null | undefined,
) {
  if (run.issuer !== null) return nameOf(run.issuer) ?? `Issuer ${run.issuer}`;
  const named = objects.find(([field]) => run.input[field] !== undefined);
  return named ? `${named[1]} ${run.input[named[0]]}` : 'All issuers';
}

/**
 * The dates of a report: 'as of Jun 30, 2026', 'from Jan 1, 2026 to Jun 30, 2026', or '' when it has
 * none.
 */
export function daysOf({ asOf, input }: Pick<Run, 'asOf' | 'input'>): string {
  if (asOf) return `as of ${formatDate(asOf)}`;
  const { startDate, endDate } = input;
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return '';
  return `from ${formatDate(startDate)} to ${formatDate(endDate)}`;
}
