// Checks of one row of the sheet Holders: tax ids, e-mail addresses, country, state and postal code.

import { isLuhn } from '#lib/contract/luhn';
import { mailbox } from '#lib/contract/mailbox';
import type { ReadRow } from '#registry/import/read/read-sheet';
import { countryProblem, needsState, postalProblem, stateProblem } from './address-codes.ts';

const jointTypes: ReadonlySet<string> = new Set([
  'JointTenant',
  'JointWithRightOfSurvivorship',
  'TenantsInCommon',
  'CommunityProperty',
]);

/** Columns of which each needs a mailing address. */
const mailKeys = [
  ...['mail_address1', 'mail_address2', 'mail_city', 'mail_postal_code', 'mail_country'],
  ...['mail_email', 'mail_phone', 'mail_phone2'],
];

/** Checks of a registration by itself. Tax ids become digits; masked ones are left out. */
export function checkHolder(row: ReadRow): void {
  const { values, flag } = row;
  checkTaxId(row, 'tax_id', 'tax_id_type', 'a tax id');
  checkTaxId(row, 'tax_id2', 'tax_id2_type', 'a second tax id');
  checkPlace(row, '');
  if (mailKeys.some((key) => values[key])) {
    const needed = {
      mail_address1: 'Mailing address 1',
      mail_city: 'Mailing city',
      mail_country: 'Mailing country',
    };
    for (const [key, name] of Object.entries(needed))
      if (!values[key]) flag(key, 'X18', 'error', `${name} is required with a mailing address.`);
    checkPlace(row, 'mail_');
  }
  checkEmails(row);
  const { account_type: type } = values;
  if (type && jointTypes.has(type) && !values.name2)
    flag('name2', 'H11', 'warning', `${type} needs a second name line.`);
}

export function checkEmails({ values: { email, mail_email: mail }, flag }: ReadRow): void {
  if (email && !mailbox.test(email)) flag('email', 'X21', 'error', `${email} is not a valid Email.`);
  if (mail && !mailbox.test(mail))
    flag('mail_email', 'X21', 'error', `${mail} is not a valid Mailing email.`);
}

export function checkTaxId({ values, flag }: ReadRow, key: string, typeKey: string, what: string): void {
  const given = values[key];
  if (!given) return;
  if (/[xX*•#]/.test(given)) {
    flag(key, 'H08', 'warning', `${given} is masked. It is left out.`);
    values[key] = null;
    return;
  }
  const digits = given.replace(/[\s-]/g, '');
  const type = values[typeKey];
  if (!/^\d+$/.test(digits)) {
    flag(key, 'X21', 'error', `${given} is not a valid tax id.`);
    return;
  }
  if (digits.length !== 9) {
    const lost = digits.length === 8 ? ' Is a leading zero lost?' : '';
    flag(key, 'H05', 'error', `Tax id ${given} has ${digits.length} digits instead of 9.${lost}`);
    return;
  }
  values[key] = digits;
  if (!type) flag(typeKey, 'X18', 'error', `The type of the tax id is required with ${what}.`);
  else if (type === 'SIN' && !isLuhn(digits)) flag(key, 'H06', 'error', `${given} is not a valid SIN.`);
  else if (type === 'SSN' && neverIssued(digits))
    flag(key, 'H07', 'warning', `${given} is never issued as SSN.`);
}

/** Numbers that were printed in advertisements and therefore never given out again. */
const advertised: ReadonlySet<string> = new Set(['078051120', '457555462', '219099999']);

/** Areas from 900 on may be a number of the tax authority for persons without an SSN. */
function neverIssued(digits: string): boolean {
  return (
    digits.startsWith('000') ||
    digits.startsWith('666') ||
    digits.slice(3, 5) === '00' ||
    digits.endsWith('0000') ||
    advertised.has(digits)
  );
}

/** Country, state and postal code of the address, or of the mailing address. */
export function checkPlace({ values, flag }: ReadRow, prefix: '' | 'mail_'): void {
  const [countryKey, stateKey, postalKey] = [`${prefix}country`, `${prefix}state`, `${prefix}postal_code`];
  const country = values[countryKey];
  if (!country) return;
  const problem = countryProblem(country);
  if (problem) {
    flag(countryKey, 'H10', 'error', problem);
    return;
  }
  const state = values[stateKey];
  const notState = state && stateProblem(country, state);
  if (notState) flag(stateKey, 'H09', 'error', notState);
  else if (!state && needsState(country)) flag(stateKey, 'X18', 'error', `State is required in ${country}.`);
  const postal = values[postalKey];
  const wrong = postal && postalProblem(country, postal);
  if (wrong) flag(postalKey, wrong[0], 'error', wrong[1]);
  else if (!postal && needsState(country))
    flag(postalKey, 'X18', 'error', `Postal code is required in ${country}.`);
}
