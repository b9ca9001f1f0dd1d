// Applies the fields of a request to a stored registration, and checks them.

import { randomInt } from 'node:crypto';
import type { Address, Registration, TaxId } from './holders.ts';

type Text = string | null | undefined;

export type AddressInput = {
  address1: string;
  city: string;
  country2Code: string;
  address2?: Text;
  state?: Text;
  postalCode?: Text;
  country?: Text;
  email?: Text;
  phone?: Text;
  secondaryPhone?: Text;
};

/** A registration as a caller sends it: absent keeps the stored value, null or '' clears it. */
export type HolderInput = {
  /** Absent: the registry creates one. */
  customerId?: string | undefined;
  name: string;
  name2?: Text;
  name3?: Text;
  sortName: string;
  accountType?: Text;
  primaryTaxId: string | null;
  primaryTaxIdType: TaxId['type'];
  primaryPayeeName: string | null;
  secondaryTaxId?: Text;
  secondaryTaxIdType?: TaxId['type'] | null | undefined;
  secondaryPayeeName?: Text;
  primary: AddressInput;
  mailing?: AddressInput | null | undefined;
  by: { email: string; firstName: string; lastName: string };
};

/** Absent keeps the stored value, null clears it. */
const givenOr = (given: Text, stored: string | undefined) =>
  given === undefined ? (stored ?? '') : (given ?? '');

type NameLines = { name: string; name2?: string; name3?: string };

/** The name as reads give it: the lines joined by a space. */
export const joinedName = ({ name, name2, name3 }: NameLines): string =>
  [name, name2, name3].filter(Boolean).join(' ');

/**
 * The name lines after a write. A read gives them as one text; that text sent back without further lines changes
 * none of them. Otherwise a change of the address would pull all lines into the first.
 */
function nameLines(input: HolderInput, before: Registration | undefined) {
  const { name, name2, name3 } = input;
  if (before && name2 === undefined && name3 === undefined && name === joinedName(before)) {
    return { name: before.name, name2: before.name2 ?? '', name3: before.name3 ?? '' };
  }
  return { name, name2: givenOr(name2, before?.name2), name3: givenOr(name3, before?.name3) };
}

/** The registration with `input` applied to the stored one, or to a blank one. */
export function registrationOf(
  input: HolderInput,
  before: Registration | undefined,
  recordedAt: string,
): Registration {
  const accountType =
    input.accountType === undefined ? (before?.accountType ?? 'None') : (input.accountType ?? 'None');
  const number = input.primaryTaxId ?? '';
  const primary = addressOf(input.primary, before?.primary);
  const mailing =
    input.mailing === undefined
      ? before?.mailing
      : input.mailing
        ? addressOf(input.mailing, before?.mailing)
        : undefined;
  // A new address ends a bad-address flag; removing an address does not.
  const hasMoved =
    before === undefined ||
    !samePlace(primary, before.primary) ||
    (mailing !== undefined && !samePlace(mailing, before.mailing));
  return {
    customerId: before?.customerId ?? input.customerId ?? '',
    ...nameLines(input, before),
    sortName: input.sortName,
    accountType,
    primaryTax: { number, type: input.primaryTaxIdType, payee: input.primaryPayeeName ?? '' },
    secondaryTax: {
      number: givenOr(input.secondaryTaxId, before?.secondaryTax?.number),
      type: givenOr(input.secondaryTaxIdType, before?.secondaryTax?.type) as TaxId['type'],
      payee: givenOr(input.secondaryPayeeName, before?.secondaryTax?.payee),
    },
    // A number sent counts as certified, no number as not certified; an unchanged number keeps its status.
    isCertified: before && before.primaryTax?.number === number ? before.isCertified : number !== '',
    accessCode: before?.accessCode ?? newAccessCode(),
    badAddressSince: hasMoved ? undefined : before.badAddressSince,
    badAddressReason: hasMoved ? '' : before.badAddressReason,
    lostSince: hasMoved ? undefined : before.lostSince,
    isNominee: before?.accountType === accountType ? before.isNominee : accountType === 'NomineeOrDepository',
    primary,
    mailing,
    recordedAt,
  };
}

/** The postal lines are replaced together. Absent e-mail and phones keep their values. */
function addressOf(input: AddressInput, before: Address | undefined): Address {
  return {
    address1: input.address1,
    address2: input.address2 ?? '',
    city: input.city,
    state: input.state ?? '',
    postalCode: input.postalCode ?? '',
    country2Code: input.country2Code,
    country: input.country || countryName(input.country2Code),
    email: givenOr(input.email, before?.email),
    phone: givenOr(input.phone, before?.phone),
    secondaryPhone: givenOr(input.secondaryPhone, before?.secondaryPhone),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The English name of a country given by code only: mail abroad needs it as its last line. '' for an unknown
 * code.
 */
function countryName(code: string): string {
  return code === 'ZZ' ? '' : (countryNames.of(code) ?? '');
}

const postal = ['address1', 'address2', 'city', 'state', 'postalCode', 'country2Code'] as const;

function samePlace(a: Address, b: Address | undefined): boolean {
  return b !== undefined && postal.every((name) => (a[name] ?? '') === (b[name] ?? ''));
}

/** Letters and digits that are not confused with each other on paper. */
const plainSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function randomSigns(count: number): string {
  return Array.from({ length: count }, () => plainSigns[randomInt(plainSigns.length)]).join('');
}

function newAccessCode(): string {
  return `${randomSigns(4)}-${randomSigns(4)}`;
}
