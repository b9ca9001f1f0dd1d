// Checks of single rows of a bulk sheet, before they are compared with the books.

import { checkEmails, checkHolder, checkPlace, checkTaxId } from '#registry/import/check/rows/holder-row';
import type { ReadRow } from '#registry/import/read/read-sheet';
import { clearText, documentKinds } from './fields.ts';

/** Checks of a row by itself. */
export function rowCheck(sheet: string, today: string): (row: ReadRow) => void {
  return (row) => checks[sheet]?.(row, today);
}

const checks: Readonly<Record<string, (row: ReadRow, today: string) => void>> = {
  issuances: checkIssuance,
  transfers: checkTransfer,
  holder_updates: checkUpdate,
};

function checkIssuance(row: ReadRow): void {
  const { values, flag } = row;
  if (values.restriction && values.restriction !== 'N' && !values.legend)
    flag('legend', 'P08', 'warning', `Restriction ${values.restriction} has no legend.`);
  if (!values.name) {
    if (!values.account) flag('account', 'X18', 'error', 'Account is required without Name 1.');
    return;
  }
  for (const [key, name] of Object.entries(neededOfHolder))
    if (!values[key]) flag(key, 'X18', 'error', `${name} is required for a new account.`);
  checkHolder(row);
}

const neededOfHolder = {
  account_type: 'Account type',
  address1: 'Address 1',
  city: 'City',
  country: 'Country',
};

/** The parts of a cell that names several things. */
export const partsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

function checkTransfer({ values, flag }: ReadRow, today: string): void {
  for (const one of partsOf(values.certificates))
    if (one.length > 30 || !/^[A-Z0-9]+-\d+$/.test(one))
      flag('certificates', 'X21', 'error', `${one} is not a certificate number such as CS-118.`);
  const kinds = new Set(documentKinds.map(([code]) => code));
  for (const one of partsOf(values.documents))
    if (!kinds.has(one)) flag('documents', 'X19', 'error', `${one} is not one of ${[...kinds].join(', ')}.`);
  const { received_on: received, guarantee_prefix: prefix, price_per_share: price } = values;
  if (received && received > today)
    flag('received_on', 'P04', 'error', `${received} is after today, ${today}.`);
  if (prefix && !/^[A-FX-Z]$/.test(prefix))
    flag('guarantee_prefix', 'X21', 'error', `${prefix} is not one of A to F or X to Z.`);
  if (values.signers && !prefix)
    flag('guarantee_prefix', 'X18', 'error', 'Guarantee prefix is required with signers.');
  if (price && !/^\d{1,9}(?:\.\d{1,6})?$/.test(price))
    flag('price_per_share', 'X07', 'error', `${price} has more than six decimals.`);
}

/** Fields that every registration has. */
const kept: Readonly<Record<string, string>> = {
  name: 'Name 1',
  sort_name: 'Sort name',
  account_type: 'Account type',
  address1: 'Address 1',
  city: 'City',
  country: 'Country',
  mail_city: 'Mailing city',
  mail_country: 'Mailing country',
};

function checkUpdate(row: ReadRow): void {
  const { values, flag } = row;
  const cleared = Object.keys(values).filter((key) => values[key] === clearText);
  for (const key of cleared) {
    if (kept[key]) flag(key, 'B05', 'error', `${kept[key]} cannot be removed.`);
    // What is removed is not checked; it is put back below.
    values[key] = null;
  }
  checkTaxId(row, 'tax_id', 'tax_id_type', 'a tax id');
  checkTaxId(row, 'tax_id2', 'tax_id2_type', 'a second tax id');
  if (values.country) checkPlace(row, '');
  if (values.mail_country) checkPlace(row, 'mail_');
  checkEmails(row);
  for (const key of cleared) values[key] = clearText;
  const changes = Object.entries(values).filter(
    ([key, value]) => value && key !== 'batch' && key !== 'account',
  );
  if (changes.length === 0 && values.account)
    flag('account', 'B06', 'warning', `The row of account ${values.account} changes nothing.`);
}
