// Checks the values of a report form, and whether two requests give the same file.

import type { FormField } from './form-fields.ts';
import { type FormSpec, requestOf, type Value, type Values } from './values.ts';

/** A search text left in the account field would produce an empty file. */
const notAnAccount = (text: string) => text !== '' && (/\s/.test(text) || !/\d/.test(text));

const objects: Partial<Record<FormField['control'], string>> = {
  proxy: 'Choose the meeting, or enter its number.',
  dividend: 'Choose the dividend, or enter its number.',
  transaction: 'Choose the transaction, or enter its registry ID.',
};

function messageFor(
  field: FormField,
  value: Value,
  values: Values,
  fields: readonly FormField[],
): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (field.control === 'issuer') return field.required && !text ? 'Choose the issuer.' : null;
  if (field.control === 'holder')
    return notAnAccount(text)
      ? 'This is a name, not an account number. Choose the holder from the list.'
      : null;
  if (field.control === 'number')
    return field.required && !text ? `Enter the ${field.title.toLowerCase()}.` : null;
  const object = objects[field.control];
  if (object) return /^\d{1,15}$/.test(text) ? null : object;
  if (field.period !== 'to') return null;
  const from = fields.find(({ period }) => period === 'from');
  return from && text < `${values[from.name] ?? ''}` ? 'The period ends before it begins.' : null;
}

/** Errors that keep the report from being requested, one per field; empty when there are none. */
export function missingIn(spec: FormSpec, values: Values): Record<string, string> {
  return Object.fromEntries(
    spec.fields.flatMap((field) => {
      const text = messageFor(field, values[field.name] ?? null, values, spec.fields);
      return text ? [[field.name, text]] : [];
    }),
  );
}

/** True when two requests of a form give the same file, also where one leaves out defaults. */
export function sameRequest(
  spec: FormSpec,
  values: Values,
  stored: Readonly<Record<string, unknown>>,
): boolean {
  const requested = requestOf(spec, values);
  return spec.fields.every((field) => {
    if (field.unsent) return true;
    return plain(requested[field.name]) === plain(stored[field.name]);
  });
}

/** Absent, empty, off and "no constraint" have the same meaning. */
function plain(value: unknown): string {
  if (value === undefined || value === false || value === '') return '';
  if (value === null) return 'null';
  if (typeof value !== 'object') return `${value}`;
  const { securityTypeCode = '', securitySeriesCode = '' } = value as Record<string, string>;
  return securityTypeCode ? `${securityTypeCode}-${securitySeriesCode}` : '';
}
