import { formatLongDate } from '#lib/format/dates';
import type { FormField } from './form-fields.ts';
import type { FormSpec, Values } from './values.ts';

const choiceTitle = (field: FormField, value: unknown) =>
  field.choices.find((choice) => choice.value === value)?.title ?? `${value}`;

/** A value in words, or null when the field says nothing. */
export function inWords(field: FormField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field.control === 'date') return formatLongDate(`${value}`);
  if (field.control === 'choice') return choiceTitle(field, value);
  if (field.control === 'toggle') return value ? field.title.toLowerCase() : null;
  if (field.control === 'securityType') {
    const [code, series] = `${value}`.split('-');
    const kind = code === 'C' ? 'Common' : 'Preferred';
    return series ? `${kind}, series ${series}` : kind;
  }
  return `${value}`;
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/**
 * What will be made, in plain sentences: first what, for whom, of when and in which form; then the selection;
 * then what each account comes with.
 */
export function summarize(
  spec: FormSpec,
  values: Values,
  report: { title: string; issuerName: string | null },
): string[] {
  const asOf = spec.asOfField ? values[spec.asOfField] : null;
  const format = spec.fields.find((field) => field.group === 'Format');
  const kind = format ? inWords(format, values[format.name]) : null;
  const head = [
    `${report.title} of ${report.issuerName ?? 'an issuer you have yet to choose'}`,
    asOf ? `as of ${formatLongDate(`${asOf}`)}` : '',
    kind ? `as ${kind === 'PDF' ? 'a PDF' : `an ${kind} workbook`}` : '',
  ];
  const chosen = spec.fields
    .filter((field) => field.group === 'What' && field.control !== 'toggle')
    .flatMap((field) => {
      const words = inWords(field, values[field.name]);
      return words ? [`${field.title}: ${words.toLowerCase()}`] : [];
    });
  const shown = spec.fields.filter((field) => field.control === 'toggle' && values[field.name] === true);
  const one = spec.fields.find((field) => field.control === 'holder');
  const account = one && values[one.name];
  return [
    `${head.filter(Boolean).join(', ')}.`,
    account ? `Account ${account} only.` : '',
    chosen.length > 0 ? `${chosen.join('; ')}.` : '',
    shown.length > 0 ? `With ${listed(shown.map((field) => field.title.toLowerCase()))}.` : '',
  ].filter(Boolean);
}
