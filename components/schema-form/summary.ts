// Describes in sentences the file that a report form would create.

import { formatDate } from '#lib/format/dates';
import type { FormField } from './form-fields.ts';
import { everyIssuer, type FormSpec, type Values } from './values.ts';

const choiceTitle = (field: FormField, value: unknown) =>
  field.choices.find((choice) => choice.value === value)?.title ?? `${value}`;

/** 'tax IDs': a title within a sentence. */
const toggleText = ({ title }: FormField) => title.toLowerCase().replace(/\bid(s?)\b/g, 'ID$1');

/** A value in words, or null when the field adds nothing. */
export function asText(field: FormField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field.control === 'date') return formatDate(`${value}`);
  if (field.control === 'choice') return choiceTitle(field, value);
  if (field.control === 'toggle') return value ? toggleText(field) : null;
  if (field.control === 'securityType') {
    const [code, series] = `${value}`.split('-');
    const kind = code === 'C' ? 'Common' : 'Preferred';
    return series ? `${kind}, series ${series}` : kind;
  }
  return `${value}`;
}

const listed = (text: readonly string[]) =>
  text.length < 2 ? text.join('') : `${text.slice(0, -1).join(', ')} and ${text.at(-1)}`;

const objects: Partial<Record<FormField['control'], string>> = {
  proxy: 'Meeting',
  dividend: 'Dividend',
  transaction: 'Transaction',
};

export type Titled = { title: string; issuerName: string | null; formats: readonly ('PDF' | 'XLSX')[] };

/** The dates of a report: 'as of Jun 30, 2026' or 'from Jan 1, 2026 to Jun 30, 2026'. */
function daysIn(spec: FormSpec, values: Values): string {
  const asOf = spec.asOfField ? values[spec.asOfField] : null;
  if (asOf) return `as of ${formatDate(`${asOf}`)}`;
  const [from, to] = (['from', 'to'] as const).map((end) => {
    const field = spec.fields.find(({ period }) => period === end);
    return field ? formatDate(`${values[field.name] ?? ''}`) : '';
  });
  return from && to ? `from ${from} to ${to}` : '';
}

const isFormat = ({ group, choices }: FormField) => group === 'Format' && choices.length === 2;
const described: readonly FormField['control'][] = ['choice', 'securityType', 'text'];

function formatIn(spec: FormSpec, values: Values, report: Titled): string {
  const field = spec.fields.find(isFormat);
  const kind = field ? asText(field, values[field.name]) : report.formats.length === 1 ? 'PDF' : null;
  return kind ? `as ${kind === 'PDF' ? 'a PDF' : `an ${kind} workbook`}` : '';
}

function ownerOf(spec: FormSpec, values: Values, report: Titled): string {
  if (values[spec.issuerField] === everyIssuer) return `${report.title} of every issuer`;
  if (report.issuerName) return `${report.title} of ${report.issuerName}`;
  const object = spec.fields.find((field) => objects[field.control] && values[field.name]);
  return object ? report.title : `${report.title} of an issuer not yet chosen`;
}

/**
 * Describes the file in sentences: report, issuer, dates and format; then the filters; then the data per
 * account.
 */
export function summarize(spec: FormSpec, values: Values, report: Titled): string[] {
  const head = [ownerOf(spec, values, report), daysIn(spec, values), formatIn(spec, values, report)];
  const drawn = spec.fields.filter((field) => !field.withheld);
  const chosen = drawn
    .filter((field) => described.includes(field.control) && !isFormat(field))
    .flatMap((field) => {
      const text = asText(field, values[field.name]);
      return text ? [`${field.title}: ${text.toLowerCase()}`] : [];
    });
  const shown = drawn.filter((field) => field.control === 'toggle' && values[field.name] === true);
  const one = drawn.find((field) => field.control === 'holder');
  const account = one && values[one.name];
  const objectField = drawn.find((field) => objects[field.control]);
  const object = objectField && values[objectField.name];
  return [
    `${head.filter(Boolean).join(', ')}.`,
    account ? `Account ${account} only.` : '',
    object && objectField ? `${objects[objectField.control]} ${object}.` : '',
    chosen.length > 0 ? `${chosen.join('; ')}.` : '',
    shown.length > 0 ? `With ${listed(shown.map(toggleText))}.` : '',
  ].filter(Boolean);
}
