// Sheets and columns of a bulk workbook: one instruction a row; a transfer may have several rows.

import { caseCode, documentKind } from '#lib/contract/agent/values';
import type { FieldMeta } from '#lib/contract/fields';
import {
  date,
  decimal,
  digits,
  type Field,
  type ListValue,
  oneOf,
  type SheetFields,
  sharesFrom,
  sheet,
  text,
} from '#registry/import/fields/field';
import { holdingSheets } from '#registry/import/fields/holdings';
import { classTypes, forms, restrictions, seriesLetters } from '#registry/import/fields/lists';

const holders = holdingSheets.find(({ key }) => key === 'holders')!;

const valuesOf = (schema: { meta(): unknown }): ListValue[] =>
  ((schema.meta() as FieldMeta).choices ?? []).map(({ value, title, help }) => [
    String(value),
    help ? `${title}: ${help}` : title,
  ]);

const cases = oneOf('Case of a transfer', valuesOf(caseCode));
/** A cell may name several of them, so that it is no drop-down list. */
export const documentKinds: readonly ListValue[] = valuesOf(documentKind);

/** Columns of Holders that a registration in a request has; the others belong to the register as a whole. */
const registrationKeys = [
  ...['name', 'name2', 'name3', 'sort_name', 'account_type', 'tax_id', 'tax_id_type', 'payee'],
  ...['tax_id2', 'tax_id2_type', 'payee2', 'address1', 'address2', 'city', 'state', 'postal_code', 'country'],
  ...['email', 'phone', 'phone2', 'mail_address1', 'mail_address2', 'mail_city', 'mail_state'],
  ...['mail_postal_code', 'mail_country', 'mail_email', 'mail_phone', 'mail_phone2'],
];

function registrationFields(change: (field: Field) => Partial<Field>): Field[] {
  return registrationKeys.map((key) => {
    const field = holders.fields.find((one) => one.key === key)!;
    return { ...field, ...change(field) };
  });
}

const batch = [
  'Batch',
  'batch',
  text(40),
  true,
  'Name of this run: the same grant next month has another',
] as const;
const issuer = [
  'Issuer id',
  'issuer_id',
  digits(15),
  true,
  'Number by which the agent knows the issuer',
] as const;
const charge = ['Charge', 'charge', decimal, false, 'Dollars; blank means none'] as const;
const comments = ['Comments', 'comments', text(2000), false, 'Kept with the transaction'] as const;

const issuances = sheet('Issuances', 'issuances', 'New shares: one row each.', { required: false }, [
  batch,
  issuer,
  ['Effective', 'effective_on', date, true, 'Day from which the shares count'],
  ['Process date', 'process_on', date, false, 'Not posted before this day; blank: at once'],
  ['Class type', 'class_type', classTypes, false, 'Blank means common stock'],
  [
    'Series',
    'series',
    seriesLetters,
    false,
    'Blank: the class without a series, or the only one of its type',
  ],
  ['Form', 'form', forms, true, 'Book entry or paper'],
  [
    'Account',
    'account',
    text(40),
    'without Name 1',
    'Account number; a new one with the columns of a holder',
  ],
  ['Shares', 'shares', sharesFrom(1n), true, 'Whole number of shares'],
  ['Restriction', 'restriction', restrictions, true, 'N where there is none; never blank'],
  ['Legend', 'legend', text(2000), false, 'Text of the legend'],
  [
    'Cost per share',
    'cost_per_share',
    decimal,
    false,
    'Dollars: the shares are one tax lot; blank: not known',
  ],
  ['Authority', 'authority', text(500), true, 'Resolution or instruction that it rests on'],
  charge,
  comments,
]);

const transfers = sheet(
  'Transfers',
  'transfers',
  'Transfers of outstanding shares. Rows with the same Item are one transfer and follow each other; what their shares leave goes back to the holder.',
  { required: false },
  [
    batch,
    issuer,
    ['Item', 'item', text(40), true, 'Name of the transfer within the batch'],
    ['Case', 'case_code', cases, true, 'Why the shares are transferred'],
    ['Received', 'received_on', date, true, 'Day on which the instruction arrived'],
    ['Effective', 'effective_on', date, false, 'Day from which it counts; blank: the day of posting'],
    ['Certificates', 'certificates', text(2000), true, 'What is presented, such as CS-118; BE-9'],
    ['To account', 'to_account', text(40), true, 'Account number that receives the shares'],
    ['Shares', 'shares', sharesFrom(1n), true, 'Whole number of shares'],
    ['Form', 'form', forms, false, 'Blank means book entry'],
    ['Restriction', 'restriction', restrictions, false, 'Blank: that of the shares'],
    ['Legend', 'legend', text(2000), false, 'Text of the legend; blank: that of the shares'],
    ['Presentor', 'presentor', text(300), true, 'Who presented it'],
    ['Reference', 'reference', text(100), false, 'Reference of the presentor'],
    ['Documents', 'documents', text(500), false, 'Originals that are here, such as Assignment; TaxForm'],
    ['Document date', 'document_on', date, false, 'Day of the documents and of the guarantee'],
    ['Signers', 'signers', text(500), false, 'Owners who signed with a guarantee, separated by semicolons'],
    ['Guarantee prefix', 'guarantee_prefix', text(1), 'with signers', 'Letter of the signature guarantee'],
    ['Price per share', 'price_per_share', decimal, false, 'Dollars; blank: the registered price'],
    ['Late reason', 'late_reason', text(1000), false, 'Why it was entered later than the next business day'],
    charge,
    comments,
  ],
);

const updates: SheetFields = {
  ...sheet(
    'Holder updates',
    'holder_updates',
    'Changes of registrations: one row each. A blank cell keeps what is on file; (clear) removes it.',
    { required: false },
    [batch, ['Account', 'account', text(40), true, 'Account number of the holder']],
  ),
};

/** What a cell of Holder updates says to remove what is on file. */
export const clearText = '(clear)';

export const bulkSheets: readonly SheetFields[] = [
  {
    ...issuances,
    fields: [
      ...issuances.fields,
      ...registrationFields(({ key, required }) => ({
        required:
          key === 'name' ||
          key === 'account_type' ||
          key === 'address1' ||
          key === 'city' ||
          key === 'country'
            ? 'for a new account'
            : required,
      })),
    ],
  },
  transfers,
  {
    ...updates,
    fields: [
      ...updates.fields,
      ...registrationFields(({ type, meaning }) => ({
        required: false,
        isClearable: true,
        type: type.kind === 'text' ? { ...type, max: Math.max(type.max, clearText.length) } : type,
        meaning: meaning === 'LAST, FIRST; blank: the name as given' ? 'LAST, FIRST' : meaning,
      })),
    ],
  },
];
