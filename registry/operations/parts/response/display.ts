// Quantities, face values and addresses as responses show them.

import { formatDollarShares, formatShares } from '#lib/format/shares';
import type { SecurityClass } from '#registry/queries/classes';
import type { PostalRow } from '#registry/queries/reports/certificates-by-holder';

/** A quantity of a class as text; dollar classes carry the currency sign. */
export function quantity(ofClass: { isDollar: boolean }, shares: bigint): string {
  return ofClass.isDollar ? formatDollarShares(shares) : formatShares(shares);
}

/** Authorized shares as text: "Unlimited" where there is no limit. */
export function authorizedText(ofClass: SecurityClass): string {
  return ofClass.isUnlimited ? 'Unlimited' : quantity(ofClass, ofClass.authorized);
}

/** The `value` field: the face amount for a dollar class, else 0. */
export function faceValue(ofClass: { isDollar: boolean }, shares: bigint): bigint {
  return ofClass.isDollar ? shares : 0n;
}

/** An address in a response: every field is a string, empty when absent. */
export function addressObject(row: PostalRow | null) {
  return {
    address1: row?.address1 ?? '',
    address2: row?.address2 ?? '',
    city: row?.city ?? '',
    state: row?.state ?? '',
    postalCode: row?.postal_code ?? '',
    country2Code: row?.country2_code ?? '',
    email: row?.email ?? '',
    phone: row?.phone ?? '',
    secondaryPhone: row?.secondary_phone ?? '',
    country: row?.country ?? '',
  };
}
