import { type HolderDraft, labelOf, nameModeOf, taxModeOf } from './holder-draft.ts';

/** Error text by field: checks of the server, made before anything is sent. */
export type FieldErrors = Record<string, string>;

const needed = [
  'name',
  'sortName',
  'primaryAddress.address1',
  'primaryAddress.city',
  'primaryAddress.country2Code',
];
const mailNeeded = ['mailingAddress.address1', 'mailingAddress.city', 'mailingAddress.country2Code'];

const forms: Readonly<Record<string, { state: RegExp; postalCode: RegExp; say: readonly [string, string] }>> =
  {
    US: {
      state: /^[A-Z]{2}$/,
      postalCode: /^\d{5}(-\d{4})?$/,
      say: ['Two letters, for example OH.', 'Five digits, or nine as 45402-1234.'],
    },
    CA: {
      state: /^[A-Z]{2}$/,
      postalCode: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
      say: ['Two letters, for example ON.', 'For example K1A 0B1.'],
    },
  };

/** Errors that block the review; empty when there are none. */
export function validateHolder(draft: HolderDraft, accountNeeded: boolean): FieldErrors {
  const errors: FieldErrors = {};
  const of = (name: string) => draft[name]?.trim() ?? '';
  const own = draft.mailing === 'own';
  for (const name of [
    ...needed,
    ...(own ? mailNeeded : []),
    ...(accountNeeded ? ['customerShareholderId'] : []),
  ]) {
    const side = name.split('.')[0];
    if (name === 'name' && nameModeOf(draft) === 'keep') continue;
    if (!of(name)) errors[name] = `${labelOf(name, of(`${side}.country2Code`))} is required.`;
  }
  for (const side of own ? ['primaryAddress', 'mailingAddress'] : ['primaryAddress']) {
    const rules = forms[of(`${side}.country2Code`)];
    if (rules && !rules.state.test(of(`${side}.state`))) errors[`${side}.state`] = rules.say[0];
    if (rules && !rules.postalCode.test(of(`${side}.postalCode`)))
      errors[`${side}.postalCode`] = rules.say[1];
    const mail = of(`${side}.email`);
    if (mail && !/^[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\]+$/.test(mail))
      errors[`${side}.email`] = 'Enter one email address.';
  }
  for (const side of ['primary', 'secondary'] as const) {
    if (taxModeOf(draft, side) !== 'type') continue;
    const digits = of(`${side}TaxId`).replace(/[ -]/g, '');
    // An empty field is an error: having no number is a choice of its own.
    if (!/^\d{9}$/.test(digits)) errors[`${side}TaxId`] = 'Enter nine digits, or choose that there is none.';
    if (!of(`${side}TaxIdType`)) errors[`${side}TaxIdType`] = 'Choose the tax ID type.';
  }
  return errors;
}
