// Removes or masks personal data in the rows of an exported workbook.

import type { Variant } from '#lib/contract/agent/register-export';
import { maskTaxId } from '#lib/contract/mask-tax-id';

export type SheetValues = Record<string, string>;

/** What stands in a Plain workbook for a tax id that is on file: the reader knows it as masked and leaves it out. */
const mask = '***-**-****';

const taxIds = ['tax_id', 'tax_id2'] as const;

/** Columns about persons, or typed by persons, by sheet: those that are personal in an archive. */
const personal: Readonly<Record<string, readonly string[]>> = {
  authorized: ['authority'],
  reserves: ['authority'],
  holders: [
    ...[
      'name2',
      'name3',
      'sort_name',
      'payee',
      'payee2',
      'address1',
      'address2',
      'city',
      'state',
      'postal_code',
    ],
    ...['email', 'phone', 'phone2', 'mail_address1', 'mail_address2', 'mail_city', 'mail_state'],
    ...['mail_postal_code', 'mail_country', 'mail_email', 'mail_phone', 'mail_phone2'],
    ...['bad_address_reason', 'access_code'],
  ],
  positions: ['legend'],
  stops: ['note'],
  contacts: ['name', 'title', 'email', 'phone', 'mobile', 'address'],
  journal: ['agent', 'authority', 'comments'],
  journal_lines: ['name'],
};

/** A row without personal data. Holders are named by their accounts, and tax ids are masked. */
function withhold(sheet: string, values: SheetValues): SheetValues {
  const left = { ...values };
  for (const key of personal[sheet] ?? []) left[key] = '';
  if (sheet === 'source') left.has_personal_data = 'N';
  if (sheet !== 'holders') return left;
  left.name = `Account ${values.account}`;
  for (const key of taxIds) if (values[key]) left[key] = mask;
  return left;
}

/** A row without access code, and with tax ids that the reader knows as masked. */
function masked(sheet: string, values: SheetValues): SheetValues {
  if (sheet !== 'holders') return values;
  const left: SheetValues = { ...values, access_code: '' };
  for (const key of taxIds) left[key] = maskTaxId(values[key] ?? '');
  return left;
}

/** A row as a workbook of each variant has it. */
export const shownIn: Record<Variant, (sheet: string, values: SheetValues) => SheetValues> = {
  Full: (_sheet, values) => values,
  Masked: masked,
  Plain: withhold,
};
