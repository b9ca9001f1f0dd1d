// Ids, class types and values of an issuer in the form of an Open Cap Table package.

import { SPAN } from '#registry/db/ids';

/** Classes that the format has: common and preferred stock, and units and membership interests as common stock. */
export const classTypes: Readonly<Record<string, 'COMMON' | 'PREFERRED'>> = {
  C: 'COMMON',
  P: 'PREFERRED',
  U: 'COMMON',
  M: 'COMMON',
};

/** Condition on a class in SQL. */
export const hasClass = (column: string) => `${column} in ('C', 'P', 'U', 'M')`;

/** The number of an id within its issuer, in SQL: ids of a package do not depend on the database. */
export const numberOf = (column: string) => `${column} % ${SPAN}`;

export const stakeholderId = (account: string) => `holder-${account}`;
export const classId = (number: bigint | number) => `class-${number}`;
export const planId = (number: bigint | number) => `plan-${number}`;
export const securityId = (number: bigint | number | string) => `certificate-${number}`;

/** Amounts have at most ten decimals in the format. */
export const isAmount = (text: string) => /^\d{1,30}(?:\.\d{1,10})?$/.test(text);

export const dollars = (amount: string) => ({ amount, currency: 'USD' });

/** A phone number as the format writes those of North America; undefined for one that it cannot write. */
export function phoneOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10 || /[a-z]/i.test(text)) return undefined;
  return `+1 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
}

export const isEmail = (text: string) =>
  /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,255}$/.test(text) && !text.includes('..') && /[A-Za-z]$/.test(text);

type Place = {
  address1: string;
  address2: string;
  city: string;
  state: string;
  postal_code: string;
  country2_code: string;
};

/** An address of the format; undefined without a country, which it requires. */
export function addressOf(place: Place, type: 'LEGAL' | 'CONTACT') {
  if (!/^[A-Z]{2}$/.test(place.country2_code)) return undefined;
  const street = place.address2 === '' ? place.address1 : `${place.address1}\n${place.address2}`;
  return {
    address_type: type,
    ...filled({ street_suite: street, city: place.city }),
    ...(isSubdivision(place.state) ? { country_subdivision: place.state } : {}),
    country: place.country2_code,
    ...filled({ postal_code: place.postal_code }),
  };
}

export const isSubdivision = (state: string) => /^[A-Z0-9]{1,3}$/.test(state);

/** The properties that have a text. */
export const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
