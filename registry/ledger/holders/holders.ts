// Registers holders: rows of their registration and addresses.

import { takeIds } from '#registry/db/ids';
import { insertRows, sendAll } from '#registry/db/insert';
import { tables } from '../core/tables.ts';
import type { Tx } from '../core/unit-of-work.ts';

export type Address = {
  address1: string;
  address2?: string;
  city: string;
  state?: string;
  postalCode?: string;
  country2Code: string;
  country: string;
  email?: string;
  phone?: string;
  secondaryPhone?: string;
};

/** The type may be known without the number, and the reverse ('' each). */
export type TaxId = { number: string; type: 'SSN' | 'EIN' | 'SIN' | ''; payee?: string };

/** A registration: exact wording, tax ids and addresses. */
export type Registration = {
  customerId: string;
  name: string;
  name2?: string;
  name3?: string;
  sortName: string;
  accountType: string;
  primaryTax?: TaxId;
  secondaryTax?: TaxId;
  isCertified?: boolean;
  accessCode: string;
  badAddressSince?: string;
  badAddressReason?: string;
  lostSince?: string;
  isNominee?: boolean;
  primary: Address;
  mailing?: Address;
  recordedAt: string;
};

/** Registers holders; they have no account yet. Returns their ids in the same order. */
export async function registerHolders(tx: Tx, list: readonly Registration[]): Promise<bigint[]> {
  if (list.length === 0) return [];
  const first = await takeIds(tx, 'holder', list.length);
  const ids = list.map((_, index) => first + BigInt(index));
  const addresses = list.flatMap((one, index) => [
    addressRow(ids[index]!, 'primary', one.primary),
    ...(one.mailing ? [addressRow(ids[index]!, 'mailing', one.mailing)] : []),
  ]);
  const rows = list.map((one, index) => holderRow(ids[index]!, one));
  await sendAll(tx, [
    () => insertRows(tx, 'holder', tables.holder, rows),
    () => insertRows(tx, 'holder_address', tables.holder_address, addresses),
  ]);
  return ids;
}

/** Registers one holder and returns its id. */
export async function registerHolder(tx: Tx, input: Registration): Promise<bigint> {
  const [id] = await registerHolders(tx, [input]);
  return id!;
}

export function holderRow(id: bigint, one: Registration) {
  return {
    id,
    customer_id: one.customerId,
    name: one.name,
    name2: one.name2 ?? '',
    name3: one.name3 ?? '',
    sort_name: one.sortName,
    account_type: one.accountType,
    primary_tax_id: one.primaryTax?.number ?? '',
    primary_tax_id_type: one.primaryTax?.type ?? '',
    primary_payee_name: one.primaryTax?.payee ?? '',
    secondary_tax_id: one.secondaryTax?.number ?? '',
    secondary_tax_id_type: one.secondaryTax?.type ?? '',
    secondary_payee_name: one.secondaryTax?.payee ?? '',
    tax_certified: one.isCertified ?? false,
    access_code: one.accessCode,
    bad_address_since: one.badAddressSince,
    bad_address_reason: one.badAddressReason ?? '',
    lost_since: one.lostSince,
    is_nominee: one.isNominee ?? false,
    created_at: one.recordedAt,
    updated_at: one.recordedAt,
  };
}

export function addressRow(holderId: bigint, kind: 'primary' | 'mailing', address: Address) {
  return {
    holder_id: holderId,
    kind,
    address1: address.address1,
    address2: address.address2 ?? '',
    city: address.city,
    state: address.state ?? '',
    postal_code: address.postalCode ?? '',
    country2_code: address.country2Code,
    country: address.country,
    email: address.email ?? '',
    phone: address.phone ?? '',
    secondary_phone: address.secondaryPhone ?? '',
  };
}
