// Makes holder registrations from the columns of a bulk sheet row.

import type { Address, Registration, TaxId } from '#registry/ledger/holders/holders';
import type { AddressInput, HolderInput } from '#registry/ledger/holders/registration-input';
import { clearText } from '../sheet/fields.ts';
import type { Values } from '../sheet/instruction.ts';

type TaxType = TaxId['type'];

/** The registration of a new account from the columns of its row. */
export function newRegistration(row: Values, by: HolderInput['by']): HolderInput {
  return {
    customerId: row.account,
    name: row.name ?? '',
    name2: row.name2,
    name3: row.name3,
    sortName: row.sort_name ?? row.name ?? '',
    accountType: row.account_type,
    primaryTaxId: row.tax_id ?? null,
    primaryTaxIdType: (row.tax_id_type ?? '') as TaxType,
    primaryPayeeName: row.payee ?? null,
    secondaryTaxId: row.tax_id2,
    secondaryTaxIdType: row.tax_id2_type as TaxType | undefined,
    secondaryPayeeName: row.payee2,
    primary: addressOf(row, '', undefined),
    mailing: row.mail_address1 ? addressOf(row, 'mail_', undefined) : undefined,
    by,
  };
}

/** The value after a change: a blank cell keeps what is on file, (clear) removes it. */
function changed(given: string | undefined, stored: string | undefined): string {
  if (given === undefined) return stored ?? '';
  return given === clearText ? '' : given;
}

/** The stored registration with the filled columns of a row applied to it. */
export function changedRegistration(row: Values, stored: Registration, by: HolderInput['by']): HolderInput {
  const hasMailing = Object.keys(row).some((key) => key.startsWith('mail_'));
  return {
    customerId: stored.customerId,
    name: changed(row.name, stored.name),
    name2: changed(row.name2, stored.name2),
    name3: changed(row.name3, stored.name3),
    // A name that changes is sorted as it is given, unless the row says otherwise.
    sortName: row.sort_name ?? (row.name === undefined ? stored.sortName : row.name),
    accountType: row.account_type ?? stored.accountType,
    primaryTaxId: changed(row.tax_id, stored.primaryTax?.number),
    primaryTaxIdType: changed(row.tax_id_type ?? clearedWith(row.tax_id), stored.primaryTax?.type) as TaxType,
    primaryPayeeName: changed(row.payee, stored.primaryTax?.payee),
    secondaryTaxId: changed(row.tax_id2, stored.secondaryTax?.number),
    secondaryTaxIdType: changed(
      row.tax_id2_type ?? clearedWith(row.tax_id2),
      stored.secondaryTax?.type,
    ) as TaxType,
    secondaryPayeeName: changed(row.payee2, stored.secondaryTax?.payee),
    primary: addressOf(row, '', stored.primary),
    mailing:
      row.mail_address1 === clearText
        ? null
        : hasMailing
          ? addressOf(row, 'mail_', stored.mailing)
          : undefined,
    by,
  };
}

/** A number that is removed takes its type with it. */
const clearedWith = (number: string | undefined) => (number === clearText ? clearText : undefined);

function addressOf(row: Values, prefix: '' | 'mail_', stored: Address | undefined): AddressInput {
  const of = (key: string, before: string | undefined) => changed(row[`${prefix}${key}`], before);
  const country2Code = of('country', stored?.country2Code);
  return {
    address1: of('address1', stored?.address1),
    address2: of('address2', stored?.address2),
    city: of('city', stored?.city),
    state: of('state', stored?.state),
    postalCode: of('postal_code', stored?.postalCode),
    country2Code,
    country: country2Code === stored?.country2Code ? stored.country : undefined,
    email: of('email', stored?.email),
    phone: of('phone', stored?.phone),
    secondaryPhone: of('phone2', stored?.secondaryPhone),
  };
}
