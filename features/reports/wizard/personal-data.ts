import type { Sensitive } from '#components/schema-form/form-fields';
import type { FormSpec, Values } from '#components/schema-form/values';

/** Personal data an option adds to the file; `secret` ones need a reason and a recent re-authentication. */
export type Warning = { kind: Sensitive; text: string; secret: boolean };

const texts: Record<Sensitive, { text: string; secret: boolean } | null> = {
  taxId: {
    text: 'Full tax IDs of all accounts. The request is saved in the audit trail with your name and reason.',
    secret: true,
  },
  accessCode: { text: 'Online access codes. Anyone with the file can act for the holders.', secret: true },
  contact: { text: 'Email addresses and phone numbers.', secret: false },
  address: { text: 'Postal addresses.', secret: false },
  invoice: null,
};

/** Personal data in the file besides names and holdings. */
export function personalData(spec: FormSpec, values: Values): Warning[] {
  return spec.fields.flatMap((field) => {
    const text = field.sensitive && values[field.name] === true ? texts[field.sensitive] : null;
    return text && field.sensitive ? [{ kind: field.sensitive, ...text }] : [];
  });
}
