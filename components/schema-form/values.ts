// Values of a report form: defaults, address parameters and request body.

import { isDate } from '#lib/format/dates';
import type { FormField } from './form-fields.ts';

export type Value = string | boolean | null;
export type Values = Readonly<Record<string, Value>>;

/** A form's fields, and the two that have fixed names in every address. */
export type FormSpec = { fields: readonly FormField[]; issuerField: string; asOfField: string | null };

/** Value for all issuers in forms and addresses; sent as null. */
export const everyIssuer = 'all';

/** The name of a field in the address: always `issuer`, `asof`, `from` and `to`, else the wire name. */
export function addressName(spec: FormSpec, field: FormField): string {
  if (field.name === spec.issuerField) return 'issuer';
  return field.name === spec.asOfField ? 'asof' : (field.period ?? field.name);
}

/** Dates that may not be after today: the registry refuses later ones. */
const untilToday = (field: FormField) => field.initial === 'today' || field.period !== null;

/** A field's default on this day: a period starts on January 1. */
export function defaultValue(field: FormField, today: string): Value {
  if (field.period === 'from') return `${today.slice(0, 4)}-01-01`;
  if (field.control === 'date' && untilToday(field)) return today;
  if (field.control === 'toggle') return field.initial === true;
  return field.initial;
}

/** Initial values: from the address where valid, else the defaults. */
export function readValues(spec: FormSpec, params: URLSearchParams, today: string): Values {
  return Object.fromEntries(
    spec.fields.map((field) => {
      const text = field.withheld ? null : params.get(addressName(spec, field));
      return [
        field.name,
        (text === null ? undefined : understood(field, text, today)) ?? defaultValue(field, today),
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
      return isDate(text) ? (untilToday(field) && text > today ? today : text) : undefined;
    case 'issuer':
      return /^\d+$/.test(text) || (field.every && text === everyIssuer) ? text : undefined;
    case 'proxy':
    case 'dividend':
    case 'transaction':
    case 'number':
      return /^\d{1,15}$/.test(text) ? text : undefined;
    case 'securityType':
      return /^[CP](-[ABC])?$/.test(text) ? text : undefined;
    default:
      return text;
  }
}

/** The values as address parameters without defaults: the address stays short, and "today" stays today. */
export function addressOf(spec: FormSpec, values: Values, today: string): Record<string, string> {
  const entries = spec.fields.flatMap((field) => {
    const value = values[field.name] ?? null;
    if (field.withheld || value === null || value === '' || value === defaultValue(field, today)) return [];
    return [[addressName(spec, field), `${value}`]];
  });
  return Object.fromEntries(entries);
}

/** The request body: empty fields are left out unless required; all others are sent. */
export function requestOf(spec: FormSpec, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of spec.fields) {
    const value = values[field.name] ?? null;
    if (field.unsent || value === null) continue;
    const blank = field.control === 'choice' || (field.control === 'securityType' && field.required);
    if (value === '' && !blank) continue;
    body[field.name] = onTheWire(field, value);
  }
  return body;
}

const numbers: readonly FormField['control'][] = ['number', 'proxy', 'dividend', 'transaction'];

function onTheWire(field: FormField, value: Value): unknown {
  if (field.control === 'issuer') return value === everyIssuer ? null : Number(value);
  // Text that is not a number is sent unchanged, so that the response names the error.
  if (numbers.includes(field.control)) return /^\d{1,15}$/.test(`${value}`.trim()) ? Number(value) : value;
  if (field.control !== 'securityType') return value;
  const [securityTypeCode, securitySeriesCode = ''] = `${value}`.split('-');
  return { securityTypeCode, securitySeriesCode };
}

/** A stored request as form parameters, to run it again; the inverse of requestOf and addressOf. */
export function addressOfRequest(
  spec: FormSpec,
  request: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const entries = spec.fields.flatMap((field) => {
    if (field.unsent || field.withheld) return [];
    const text = textOf(field, request[field.name]);
    return text === '' ? [] : [[addressName(spec, field), text]];
  });
  return Object.fromEntries(entries);
}

function textOf(field: FormField, given: unknown): string {
  if (given === null && field.every) return everyIssuer;
  if (field.control !== 'securityType') return given === undefined || given === null ? '' : `${given}`;
  const { securityTypeCode = '', securitySeriesCode = '' } = (given ?? {}) as Record<string, string>;
  return securitySeriesCode ? `${securityTypeCode}-${securitySeriesCode}` : securityTypeCode;
}
