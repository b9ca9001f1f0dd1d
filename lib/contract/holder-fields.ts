// Request schemas of a holder's registration: names, addresses and tax IDs.

import { z } from 'zod';
import { accountType, taxIdType } from './enumerations.ts';
import { field } from './fields.ts';
import { isLuhn } from './luhn.ts';
import { mailbox } from './mailbox.ts';

/** Printable text on one line; control characters would break labels and statements. */
export function line(title: string, max: number, description?: string) {
  return z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, { error: 'must not contain line breaks or control characters' })
    .meta({ title, description, control: 'text' });
}

/** As `line`, and not blank. */
export function filledLine(title: string, max: number, description?: string) {
  return z
    .string()
    .max(max)
    .regex(/^(?=.*\S)[^\p{Cc}]*$/su, { error: 'must not be blank or contain control characters' })
    .meta({ title, description, control: 'text' });
}

export const createdBy = {
  createdByEmail: z
    .string()
    .max(254)
    .regex(mailbox, { error: 'must be one e-mail address' })
    .meta({ title: 'Created by, e-mail', description: 'E-mail of the person who enters this.' }),
  createdByFirstName: filledLine('Created by, first name', 100),
  createdByLastName: filledLine('Created by, last name', 100),
};

/** 1 to 255 characters; null counts as absent. */
export const idempotencyId = z
  .string()
  .min(1)
  .max(255)
  .regex(/\S/, { error: 'must not be blank' })
  .meta({ title: 'Request ID', description: 'Unique per request; a repeat is answered 409.', hidden: true });

/** States and postal codes of the two countries with their own rules. */
const postalRules: Readonly<
  Record<string, { state: RegExp; postalCode: RegExp; say: { state: string; postalCode: string } }>
> = {
  US: {
    state:
      /^(?:A[AEKLPRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/,
    postalCode: /^\d{5}(?:-\d{4})?$/,
    say: {
      state: 'must be a two-letter state code, for example OH',
      postalCode: 'must be a ZIP code, 45402 or 45402-1234',
    },
  },
  CA: {
    state: /^(?:AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT)$/,
    postalCode: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
    say: {
      state: 'must be a two-letter province code, for example ON',
      postalCode: 'must be a postal code such as K1A 0B1',
    },
  },
};

/** Request fields of both addresses; the names are those of responses. */
export const addressInput = z
  .object({
    address1: filledLine('Address line 1', 100),
    address2: line('Address line 2', 100).nullish(),
    city: filledLine('City', 100),
    state: line('State or province', 60).nullish(),
    postalCode: line('Postal code', 20).nullish(),
    country2Code: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be two capital letters, for example US' })
      .meta({ title: 'Country code', description: 'Two letters, for example US.', control: 'text' }),
    email: z
      .string()
      .max(254)
      .refine((text) => text === '' || mailbox.test(text), { error: 'must be one e-mail address' })
      .meta({ title: 'E-mail', control: 'text' })
      .nullish(),
    phone: line('Phone', 40).nullish(),
    secondaryPhone: line('Second phone', 40).nullish(),
    country: line('Country', 100).nullish(),
  })
  .superRefine((given, ctx) => {
    const rules = postalRules[given.country2Code];
    if (!rules) return;
    for (const name of ['state', 'postalCode'] as const) {
      const text = given[name] ?? '';
      if (!text.trim())
        ctx.addIssue({ code: 'custom', path: [name], message: 'is required for this country' });
      else if (!rules[name].test(text))
        ctx.addIssue({ code: 'custom', path: [name], message: rules.say[name] });
    }
  })
  .meta({ title: 'Address' });

/** Nine digits; spaces and dashes are dropped. Empty means none on file. */
const taxId = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[ -]/g, ''))
  .refine((digits) => /^(?:\d{9})?$/.test(digits), { error: 'must have nine digits' })
  .meta({ title: 'Tax ID', description: 'Nine digits; spaces and dashes do not matter.', control: 'text' });

const holder = {
  customerShareholderId: field(
    filledLine('Shareholder', 255, 'A known ID updates that account, any other makes a new one.'),
    { control: 'holder', group: 'Who' },
  ).optional(),
  name: filledLine('Name', 300, 'First and last name, as registered.'),
  name2: line('Second name line', 300, 'Second person, or the next line of the registration.').nullish(),
  name3: line('Third name line', 300, 'Third person, or the last line of the registration.').nullish(),
  sortName: filledLine('Sort name', 300, 'Last name, first name.'),
  accountType: accountType.nullish(),
  primaryPayeeName: line('Payee', 300, 'Name for payments, if it differs.').nullable(),
  primaryTaxId: taxId.nullable(),
  primaryTaxIdType: taxIdType,
  secondaryPayeeName: line('Second payee', 300).nullish(),
  secondaryTaxId: field(taxId, { title: 'Second tax ID' }).nullish(),
  secondaryTaxIdType: field(taxIdType, { title: 'Second tax ID type' }).nullish(),
  mailingAddress: field(addressInput, { title: 'Mailing address' }).nullish(),
  primaryAddress: field(addressInput, { title: 'Primary address' }),
};

type TaxIds = {
  primaryTaxId: string | null;
  primaryTaxIdType: string;
  secondaryTaxId?: string | null | undefined;
  secondaryTaxIdType?: string | null | undefined;
};

function checkSin(given: TaxIds, ctx: z.RefinementCtx): void {
  for (const side of ['primary', 'secondary'] as const) {
    const id = given[`${side}TaxId`];
    if (id && given[`${side}TaxIdType`] === 'SIN' && !isLuhn(id)) {
      ctx.addIssue({ code: 'custom', path: [`${side}TaxId`], message: 'has a wrong check digit for a SIN' });
    }
  }
}

/** Body of Shareholder/CreateOrUpdate. */
export const createOrUpdateBody = z
  .object({ idempotencyId: idempotencyId.nullish(), ...createdBy, ...holder })
  .superRefine(checkSin);

/** The shareholder in CreateNewIssuance. Its createdBy fields repeat those of the body and may be left out. */
export const issuanceShareholder = z
  .object({
    createdByEmail: createdBy.createdByEmail.optional(),
    createdByFirstName: createdBy.createdByFirstName.optional(),
    createdByLastName: createdBy.createdByLastName.optional(),
    ...holder,
  })
  .superRefine(checkSin)
  .meta({ title: 'Shareholder' });
