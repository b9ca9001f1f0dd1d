import { isDate } from '#lib/format/dates';
import type { FormField } from './form-fields.ts';

export type Value = string | boolean | null;
export type Values = Readonly<Record<string, Value>>;

/** A form's fields and the two of them that have names of their own in every address. */
export type FormSpec = { fields: readonly FormField[]; issuerField: string; asOfField: string | null };

/** The name of a field in the address: `issuer` and `asof` everywhere, else the wire's. */
export function addressName(spec: FormSpec, field: FormField): string {
  if (field.name === spec.issuerField) return 'issuer';
  return field.name === spec.asOfField ? 'asof' : field.name;
}

/** A field's usual value on this day. */
export function usual(field: FormField, today: string): Value {
  if (field.control === 'date' && field.initial === 'today') return today;
  if (field.control === 'toggle') return field.initial === true;
  return field.initial;
}

/** What the form starts with: the address where it says something usable, the usual values elsewhere. */
export function readValues(spec: FormSpec, params: URLSearchParams, today: string): Values {
  return Object.fromEntries(
    spec.fields.map((field) => {
      const text = params.get(addressName(spec, field));
      return [
        field.name,
        (text === null ? undefined : understood(field, text, today)) ?? usual(field, today),
      ];
    }),
  );
}

function understood(field: FormField, text: string, today: string): Value | undefined {
  switch (field.control) {
    case 'toggle':
      return text === 'true';
    case 'choice':
      return field.choices.find((choice) => `${choice.value}` === text)?.value;
    case 'date':
      return isDate(text) ? (field.initial === 'today' && text > today ? today : text) : undefined;
    case 'issuer':
      return /^\d+$/.test(text) ? text : undefined;
    case 'securityType':
      return /^[CP](-[ABC])?$/.test(text) ? text : undefined;
    default:
      return text;
  }
}

/** The values as parameters of an address, usual ones left out, so that the address stays short and true tomorrow. */
export function addressOf(spec: FormSpec, values: Values, today: string): Record<string, string> {
  const entries = spec.fields.flatMap((field) => {
    const value = values[field.name] ?? null;
    if (value === null || value === '' || value === usual(field, today)) return [];
    return [[addressName(spec, field), `${value}`]];
  });
  return Object.fromEntries(entries);
}

/** The request body: what is empty stays out, everything else is said aloud, usual values too. */
export function requestOf(spec: FormSpec, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of spec.fields) {
    const value = values[field.name] ?? null;
    if (value === null || (value === '' && field.control !== 'choice')) continue;
    body[field.name] = onTheWire(field, value);
  }
  return body;
}

function onTheWire(field: FormField, value: Value): unknown {
  if (field.control === 'issuer') return Number(value);
  if (field.control !== 'securityType') return value;
  const [securityTypeCode, securitySeriesCode = ''] = `${value}`.split('-');
  return { securityTypeCode, securitySeriesCode };
}

/** A stored request as form parameters, for running it again; the inverse of requestOf and addressOf. */
export function addressOfRequest(
  spec: FormSpec,
  request: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const values = Object.fromEntries(
    spec.fields.map((field) => {
      const given = request[field.name];
      if (field.control !== 'securityType')
        return [field.name, given === undefined ? null : (given as Value)];
      const { securityTypeCode = '', securitySeriesCode = '' } = (given ?? {}) as Record<string, string>;
      return [
        field.name,
        securitySeriesCode ? `${securityTypeCode}-${securitySeriesCode}` : securityTypeCode,
      ];
    }),
  );
  const entries = spec.fields.flatMap((field) => {
    const value = values[field.name];
    return value === null || value === undefined || value === ''
      ? []
      : [[addressName(spec, field), `${value}`]];
  });
  return Object.fromEntries(entries);
}
