// Display texts of account types, restrictions, forms, transaction types and stops.

import type { z } from 'zod';
import { accountType, restrictionCode, transactionTypeCode } from '#lib/contract/enumerations';
import { metaOf } from '#lib/contract/shape';
import { formatNumericDate } from '#lib/format/dates';
import type { PostalRow } from '#registry/queries/reports/certificates-by-holder';

function titlesOf(schema: z.ZodType): ReadonlyMap<unknown, string> {
  return new Map((metaOf(schema).choices ?? []).map(({ value, title }) => [value, title]));
}

const accountTypes = titlesOf(accountType);
const restrictions = titlesOf(restrictionCode);
/** As written in responses and files, where the form stands alone. */
const forms: Readonly<Record<string, string>> = { BookEntry: 'Book entry', Certificate: 'Paper certificate' };
const transactionTypes = titlesOf(transactionTypeCode);

/** Display name of an account type. */
export function accountTypeText(value: string): string {
  return accountTypes.get(value) ?? value;
}

/** Display text of a restriction code; '' for none. */
export function restrictionText(code: string): string {
  return code === 'N' ? '' : (restrictions.get(code) ?? code);
}

/** Display name of a transaction's type letter, such as 'Transfer'. */
export function transactionTypeText(letter: string): string {
  return transactionTypes.get(letter) ?? letter;
}

/** Display name of a form. */
export function formText(form: string): string {
  return forms[form] ?? form;
}

/** '<prefix>-<number>'. */
export function certificateName(prefix: string, number: bigint): string {
  return `${prefix}-${number}`;
}

/** The non-empty name lines of a registration. */
export function registration(holder: { name: string; name2: string; name3: string }): string[] {
  return [holder.name, holder.name2, holder.name3].filter(Boolean);
}

/** 'STOP – <kind> <m/d/yyyy>' for each active stop, from 'kind|date' lines. */
export function stopText(stops: string | null): string[] {
  return (stops ?? '')
    .split('\n')
    .filter(Boolean)
    .map((stop) => {
      const [kind, date] = stop.split('|');
      return `STOP – ${kind} ${formatNumericDate(date)}`;
    });
}

/** The lines of a postal address; the country only outside the United States. */
export function postalLines(address: PostalRow | null): string[] {
  if (!address) return [];
  const place = [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')];
  const country = address.country2_code === 'US' ? '' : address.country || address.country2_code;
  return [address.address1, address.address2, place.filter(Boolean).join(', '), country].filter(Boolean);
}

/** A tax id formatted by its type: SSN 900-01-0001, EIN 00-1234567, SIN 046-454-286. */
export function taxIdText(type: string, digits: string): string {
  const shape = { SSN: /^(\d{3})(\d{2})(\d{4})$/, EIN: /^(\d{2})(\d{7})$/, SIN: /^(\d{3})(\d{3})(\d{3})$/ }[
    type
  ];
  const parts = shape?.exec(digits);
  return parts ? parts.slice(1).join('-') : digits;
}
